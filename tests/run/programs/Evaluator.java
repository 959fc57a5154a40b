import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parses, simplifies, differentiates and evaluates expressions over a hierarchy of nodes. */
public class Evaluator {
    interface Expr {
        double eval(Map<String, Double> env);

        Expr derive(String by);

        default Expr simplify() { return this; }

        default int precedence() { return 10; }
    }

    record Num(double value) implements Expr {
        public double eval(Map<String, Double> env) { return value; }
        public Expr derive(String by) { return new Num(0); }
        @Override public String toString() { return value == Math.rint(value) ? "" + (long) value : "" + value; }
    }

    record Var(String name) implements Expr {
        public double eval(Map<String, Double> env) {
            Double v = env.get(name);
            if (v == null) throw new UnboundException(name);
            return v;
        }
        public Expr derive(String by) { return new Num(name.equals(by) ? 1 : 0); }
        @Override public String toString() { return name; }
    }

    enum Op {
        ADD('+', 1) { double apply(double a, double b) { return a + b; } },
        SUB('-', 1) { double apply(double a, double b) { return a - b; } },
        MUL('*', 2) { double apply(double a, double b) { return a * b; } },
        DIV('/', 2) { double apply(double a, double b) { return a / b; } },
        POW('^', 3) { double apply(double a, double b) { return Math.pow(a, b); } };

        final char symbol;
        final int level;

        Op(char symbol, int level) {
            this.symbol = symbol;
            this.level = level;
        }

        abstract double apply(double a, double b);

        static Op of(char c) {
            for (Op op : values()) if (op.symbol == c) return op;
            return null;
        }
    }

    record Bin(Op op, Expr l, Expr r) implements Expr {
        public double eval(Map<String, Double> env) { return op.apply(l.eval(env), r.eval(env)); }
        public int precedence() { return op.level; }

        public Expr derive(String by) {
            Expr dl = l.derive(by), dr = r.derive(by);
            return switch (op) {
                case ADD, SUB -> new Bin(op, dl, dr);
                case MUL -> new Bin(Op.ADD, new Bin(Op.MUL, dl, r), new Bin(Op.MUL, l, dr));
                case DIV -> new Bin(Op.DIV,
                        new Bin(Op.SUB, new Bin(Op.MUL, dl, r), new Bin(Op.MUL, l, dr)), new Bin(Op.POW, r, new Num(2)));
                case POW -> {
                    if (!(r instanceof Num n)) throw new UnsupportedOperationException("exponent " + r);
                    yield new Bin(Op.MUL, new Bin(Op.MUL, n, new Bin(Op.POW, l, new Num(n.value() - 1))), dl);
                }
            };
        }

        @Override public Expr simplify() {
            Expr a = l.simplify(), b = r.simplify();
            if (a instanceof Num x && b instanceof Num y) return new Num(op.apply(x.value(), y.value()));
            boolean zeroA = a.equals(new Num(0)), zeroB = b.equals(new Num(0));
            boolean oneA = a.equals(new Num(1)), oneB = b.equals(new Num(1));
            switch (op) {
                case ADD:
                    if (zeroA) return b;
                case SUB:
                    if (zeroB) return a;
                    break;
                case MUL:
                    if (zeroA || zeroB) return new Num(0);
                    if (oneA) return b;
                    if (oneB) return a;
                    break;
                case POW:
                    if (oneB) return a;
                    break;
                default:
                    break;
            }
            return new Bin(op, a, b);
        }

        private String wrap(Expr e, int least) { return e.precedence() < least ? "(" + e + ")" : e.toString(); }

        @Override public String toString() { return wrap(l, op.level) + " " + op.symbol + " " + wrap(r, op.level + 1); }
    }

    static class UnboundException extends RuntimeException {
        UnboundException(String name) { super("unbound: " + name); }
    }

    static class SyntaxException extends Exception {
        final int at;

        SyntaxException(String message, int at) {
            super(message + " at " + at);
            this.at = at;
        }
    }

    static class Parser {
        private final String text;
        private int pos;

        Parser(String text) { this.text = text; }

        Expr parse() throws SyntaxException {
            Expr e = level(1);
            skip();
            if (pos < text.length()) throw new SyntaxException("unexpected '" + text.charAt(pos) + "'", pos);
            return e;
        }

        private void skip() { while (pos < text.length() && Character.isWhitespace(text.charAt(pos))) pos++; }

        private Expr level(int n) throws SyntaxException {
            if (n > 3) return atom();
            Expr left = level(n + 1);
            while (true) {
                skip();
                Op op = pos < text.length() ? Op.of(text.charAt(pos)) : null;
                if (op == null || op.level != n) return left;
                pos++;
                Expr right = n == 3 ? level(n) : level(n + 1);
                left = new Bin(op, left, right);
            }
        }

        private Expr atom() throws SyntaxException {
            skip();
            if (pos >= text.length()) throw new SyntaxException("unexpected end", pos);
            char c = text.charAt(pos);
            int start = pos;
            if (c == '(') {
                pos++;
                Expr e = level(1);
                skip();
                if (pos >= text.length() || text.charAt(pos++) != ')') throw new SyntaxException("expected ')'", pos);
                return e;
            } else if (Character.isDigit(c)) {
                while (pos < text.length() && (Character.isDigit(text.charAt(pos)) || text.charAt(pos) == '.')) pos++;
                return new Num(Double.parseDouble(text.substring(start, pos)));
            } else if (Character.isLetter(c)) {
                do pos++; while (pos < text.length() && Character.isLetterOrDigit(text.charAt(pos)));
                return new Var(text.substring(start, pos));
            }
            throw new SyntaxException("unexpected '" + c + "'", pos);
        }
    }

    public static void main(String[] args) {
        String[] inputs = {"1 + 2 * 3", "(1 + 2) * 3", "x ^ 2 + 3 * x - 7", "2 ^ 3 ^ 2", "x / (x + 1)", "10 - 4 - 3", "y * 2",
                "1 +", "2 * (3 + 4", "4 $ 4", "x ^ y"};
        Map<String, Double> env = new HashMap<>();
        env.put("x", 3.0);
        Map<String, Integer> errors = new TreeMap<>();
        List<Expr> parsed = new ArrayList<>();
        for (String input : inputs) {
            try {
                Expr e = new Parser(input).parse();
                parsed.add(e);
                System.out.println(e + " = " + e.eval(env));
                System.out.println("  d/dx " + e.derive("x").simplify());
            } catch (SyntaxException e) {
                System.out.println(input + ": " + e.getMessage());
                errors.put(input, e.at);
            } catch (UnboundException | UnsupportedOperationException e) {
                System.out.println("  " + e.getClass().getSimpleName() + ": " + e.getMessage());
            } finally {
                env.merge("count", 1.0, Double::sum);
            }
        }
        System.out.println(parsed.size() + " parsed, errors " + errors + ", " + env.get("count"));
        System.out.println(parsed.get(0).equals(new Bin(Op.ADD, new Num(1), new Bin(Op.MUL, new Num(2), new Num(3)))));
        System.out.println(Op.valueOf("POW").level + Op.POW.ordinal() + " " + Op.DIV.compareTo(Op.ADD));
    }
}
