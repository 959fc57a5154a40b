import java.util.*;

/** State machines from enums: a traffic light, a vending machine with bodies per constant, a small assembler's machine. */
public class Machine {
    enum Light {
        RED(3), GREEN(4), YELLOW(1);

        private final int seconds;
        Light(int seconds) { this.seconds = seconds; }
        Light next() { return values()[(ordinal() + 1) % values().length]; }
    }

    interface Step { State on(char coin, Vending v); }

    enum State implements Step {
        IDLE {
            public State on(char c, Vending v) { return v.insert(c) ? PAYING : this; }
        },
        PAYING {
            public State on(char c, Vending v) {
                if (c == 'x') {
                    v.give(v.paid);
                    return IDLE;
                }
                v.insert(c);
                return v.paid >= Vending.PRICE ? VENDING : PAYING;
            }
        },
        VENDING {
            public State on(char c, Vending v) {
                v.sold++;
                v.give(v.paid - Vending.PRICE);
                return --v.stock == 0 ? EMPTY : IDLE;
            }
        },
        EMPTY {
            public State on(char c, Vending v) { return c == 'r' ? refill(v) : this; }
            private State refill(Vending v) {
                v.stock = 2;
                return IDLE;
            }
            @Override public String toString() { return "(empty)"; }
        };

        static final Map<State, Integer> VISITS = new HashMap<>();
        static { for (State s : values()) VISITS.put(s, 0); }
    }

    static class Vending {
        static final int PRICE = 25;
        int paid, stock = 2, sold;
        State state = State.IDLE;
        final StringBuilder out = new StringBuilder();

        boolean insert(char c) {
            int value;
            switch (c) {
                case 'n': value = 5; break;
                case 'd': value = 10; break;
                case 'q': value = 25; break;
                default:
                    out.append('?');
                    return false;
            }
            paid += value;
            return true;
        }

        void give(int back) {
            paid = 0;
            out.append("[").append(back).append(']');
        }

        void run(String coins) {
            for (char c : coins.toCharArray()) {
                State before = state;
                state = state.on(c, this);
                State.VISITS.merge(state, 1, Integer::sum);
                if (before != state) out.append(before.name().charAt(0)).append('>');
            }
        }
    }

    enum Code { PUSH, ADD, SUB, MUL, DUP, SWAP, JNZ, POP, PRINT, HALT }

    record Instruction(Code code, int operand) {
        static Instruction parse(String s) {
            String[] p = s.trim().split(" ");
            return new Instruction(Code.valueOf(p[0].toUpperCase()), p.length > 1 ? Integer.parseInt(p[1]) : 0);
        }
    }

    static String execute(String program) {
        List<Instruction> code = new ArrayList<>();
        for (String s : program.split(";")) code.add(Instruction.parse(s));
        Deque<Integer> stack = new ArrayDeque<>();
        StringBuilder out = new StringBuilder();
        int pc = 0, steps = 0;
        loop:
        while (true) {
            Instruction i = code.get(pc++);
            steps++;
            switch (i.code()) {
                case PUSH -> stack.push(i.operand());
                case ADD -> stack.push(stack.pop() + stack.pop());
                case SUB -> {
                    int b = stack.pop(), a = stack.pop();
                    stack.push(a - b);
                }
                case MUL -> stack.push(stack.pop() * stack.pop());
                case DUP -> stack.push(stack.peek());
                case SWAP -> {
                    Integer a = stack.pop(), b = stack.pop();
                    stack.push(a);
                    stack.push(b);
                }
                case JNZ -> { if (stack.peek() != 0) pc = i.operand(); }
                case POP -> stack.pop();
                case PRINT -> out.append(stack.peek()).append(' ');
                case HALT -> { break loop; }
            }
            if (steps > 1000) throw new IllegalStateException("too long: " + i);
        }
        return out + "in " + steps + " steps, left " + stack;
    }

    public static void main(String[] args) {
        Light l = Light.GREEN;
        for (int t = 0; t < 12; t += l.seconds, l = l.next()) System.out.print(l + "@" + t + " ");
        System.out.println();
        Vending v = new Vending();
        v.run("ndq?ddnxqnnndddrr?dx");
        System.out.println(v.out + " " + v.state + " sold " + v.sold);
        for (State s : State.values()) System.out.print(s + "=" + State.VISITS.get(s) + " ");
        System.out.println();
        System.out.println(execute("push 1; push 5; swap; push 2; mul; print; swap; push 1; sub; jnz 2; halt"));
        try {
            execute("push 1; jnz 0");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(execute("jump 3"));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(execute("pop"));
        } catch (NoSuchElementException e) {
            System.out.println("empty stack");
        }
        Light mode = null;
        try {
            switch (mode) {
                case RED: System.out.println("red"); break;
                default: System.out.println("other");
            }
        } catch (NullPointerException e) {
            System.out.println("no mode");
        }
        System.out.println(State.IDLE.getDeclaringClass() == State.class ? "declared" : "other");
        String kind = switch (Light.valueOf("YELLOW")) {
            case RED, YELLOW -> "wait";
            case GREEN -> { String go = "g"; yield go + "o"; }
        };
        System.out.println(kind);
    }
}
