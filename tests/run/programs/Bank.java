import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Accounts, transfers that roll back, resources that close, and a family of user exceptions. */
public class Bank {
    static class BankException extends Exception {
        BankException(String message) { super(message); }
        BankException(String message, Throwable cause) { super(message, cause); }
    }

    static class InsufficientFunds extends BankException {
        final long missing;

        InsufficientFunds(Account a, long missing) {
            super(a + " is short of " + money(missing));
            this.missing = missing;
        }
    }

    static final class UnknownAccount extends BankException {
        UnknownAccount(int id) { super("no account " + id); }
    }

    static String money(long cents) { return (cents < 0 ? "-" : "") + Math.abs(cents) / 100 + "." + (Math.abs(cents) % 100 < 10 ? "0" : "") + Math.abs(cents) % 100; }

    static abstract class Account implements Comparable<Account> {
        private static int nextId = 100;
        protected final int id;
        private final String owner;
        protected long balance;
        private List<String> history;

        { history = new ArrayList<>(); }

        Account(String owner) {
            id = nextId++;
            this.owner = owner;
            note("opened");
        }

        Account(String owner, long first) throws BankException {
            this(owner);
            deposit(first);
        }

        protected void note(String what) { history.add(what + "@" + money(balance)); }

        void deposit(long cents) throws BankException {
            if (cents <= 0) throw new BankException("deposit of " + cents);
            balance += cents;
            note("in");
        }

        void withdraw(long cents) throws InsufficientFunds {
            long after = balance - cents;
            if (after < floor()) throw new InsufficientFunds(this, floor() - after);
            balance = after;
            note("out");
        }

        protected long floor() { return 0; }

        abstract void endOfMonth() throws BankException;

        public int compareTo(Account o) { return Long.compare(o.balance, balance); }

        @Override public String toString() { return getClass().getSimpleName() + "#" + id + "(" + owner + ")"; }
    }

    static class Savings extends Account {
        private final double rate;

        Savings(String owner, double rate, long first) throws BankException {
            super(owner, first);
            this.rate = rate;
        }

        @Override void endOfMonth() throws BankException {
            long interest = Math.round(balance * rate / 12);
            if (interest > 0) deposit(interest);
        }
    }

    static class Checking extends Account {
        int overdrafts;

        Checking(String owner) { super(owner); }

        @Override protected long floor() { return -50_00; }

        @Override void withdraw(long cents) throws InsufficientFunds {
            super.withdraw(cents);
            if (balance < 0) overdrafts++;
        }

        @Override void endOfMonth() {
            balance -= overdrafts * 5_00L;
            overdrafts = 0;
            note("fee");
        }
    }

    static class Transaction implements AutoCloseable {
        private final Map<Account, Long> before = new HashMap<>();
        private boolean committed;
        static int open;

        Transaction(Account... all) {
            for (Account a : all) before.put(a, a.balance);
            open++;
        }

        void commit() { committed = true; }

        @Override public void close() {
            open--;
            if (!committed) for (Map.Entry<Account, Long> e : before.entrySet()) e.getKey().balance = e.getValue();
            System.out.println(committed ? "  committed" : "  rolled back");
        }
    }

    private final Map<Integer, Account> accounts = new HashMap<>();

    <A extends Account> A open(A a) {
        accounts.put(a.id, a);
        return a;
    }

    Account find(int id) throws UnknownAccount {
        Account a = accounts.get(id);
        if (a == null) throw new UnknownAccount(id);
        return a;
    }

    void transfer(int from, int to, long cents) throws BankException {
        Account a = find(from), b = find(to);
        try (Transaction t = new Transaction(a, b)) {
            b.deposit(cents);
            a.withdraw(cents);
            t.commit();
        } catch (InsufficientFunds e) {
            throw new BankException("transfer failed", e);
        } finally {
            System.out.println("  " + money(a.balance) + " " + money(b.balance));
        }
    }

    public static void main(String[] args) {
        Bank bank = new Bank();
        try {
            Account s = bank.open(new Savings("Ann", 0.06, 1000_00));
            Checking c = bank.open(new Checking("Bob"));
            long[][] orders = {{100, 101, 250_00}, {101, 100, 300_01}, {101, 100, 299_99}, {100, 999, 5}, {100, 101, -3}, {101, 100, 1}};
            for (long[] o : orders) {
                System.out.println("transfer " + o[0] + " -> " + o[1] + " " + money(o[2]));
                try {
                    bank.transfer((int) o[0], (int) o[1], o[2]);
                } catch (UnknownAccount e) {
                    System.out.println("  unknown: " + e.getMessage());
                } catch (BankException e) {
                    System.out.println("  " + e.getMessage() + (e.getCause() == null ? "" : ": " + e.getCause().getMessage()));
                    if (e.getCause() instanceof InsufficientFunds i) System.out.println("  missing " + i.missing);
                }
            }
            for (Account a : bank.accounts.values()) a.endOfMonth();
            List<Account> all = new ArrayList<>(bank.accounts.values());
            Collections.sort(all);
            for (Account a : all) System.out.println(a + " " + money(a.balance) + " " + a.history);
            System.out.println(Transaction.open + " open, " + c.overdrafts + " " + (s == all.get(0)));
            new Savings("Eve", 0.1, 0);
        } catch (BankException e) {
            StackTraceElement[] trace = e.getStackTrace();
            System.out.println(e + " " + (trace.length > 0));
        }
        try {
            Object[] objects = new String[1];
            objects[0] = bank;
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(depth(0));
    }

    private static int depth(int n) {
        try {
            if (n < 5) return depth(n + 1);
            throw new IllegalStateException("bottom");
        } catch (IllegalStateException e) {
            return n;
        } finally {
            if (n == 2) System.out.println("passing 2");
        }
    }
}
