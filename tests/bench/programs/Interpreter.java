import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Walks the tree of a small program: an abstract class with many implementations, variables in a map. */
public class Interpreter {
    static final int WARM_UP = 8;

    static class Scope {
        final Map<String, Long> values = new HashMap<>();
    }

    abstract static class Node {
        abstract long run(Scope s);
    }

    static final class Number extends Node {
        final long value;

        Number(long value) { this.value = value; }

        long run(Scope s) { return value; }
    }

    static final class Variable extends Node {
        final String name;

        Variable(String name) { this.name = name; }

        long run(Scope s) { return s.values.get(name); }
    }

    static final class Binary extends Node {
        final char op;
        final Node left, right;

        Binary(char op, Node left, Node right) {
            this.op = op;
            this.left = left;
            this.right = right;
        }

        long run(Scope s) {
            long a = left.run(s);
            long b = right.run(s);
            switch (op) {
                case '+':
                    return a + b;
                case '-':
                    return a - b;
                case '*':
                    return a * b;
                case '<':
                    return a < b ? 1 : 0;
                default:
                    throw new IllegalStateException("operator " + op);
            }
        }
    }

    static final class Assign extends Node {
        final String name;
        final Node value;

        Assign(String name, Node value) {
            this.name = name;
            this.value = value;
        }

        long run(Scope s) {
            long v = value.run(s);
            s.values.put(name, v);
            return v;
        }
    }

    static final class While extends Node {
        final Node condition, body;

        While(Node condition, Node body) {
            this.condition = condition;
            this.body = body;
        }

        long run(Scope s) {
            long last = 0;
            while (condition.run(s) != 0) {
                last = body.run(s);
            }
            return last;
        }
    }

    static final class Sequence extends Node {
        final List<Node> nodes = new ArrayList<>();

        Sequence add(Node n) {
            nodes.add(n);
            return this;
        }

        long run(Scope s) {
            long last = 0;
            for (Node n : nodes) {
                last = n.run(s);
            }
            return last;
        }
    }

    static Node program() {
        Node step = new Assign("i", new Binary('+', new Variable("i"), new Number(1)));
        Node sum = new Assign("sum", new Binary('+', new Variable("sum"),
            new Binary('*', new Variable("i"), new Binary('-', new Variable("i"), new Number(3)))));
        Node loop = new While(new Binary('<', new Variable("i"), new Number(20000)), new Sequence().add(step).add(sum));
        return new Sequence().add(new Assign("i", new Number(0))).add(new Assign("sum", new Number(0))).add(loop)
            .add(new Variable("sum"));
    }

    static long work() { return program().run(new Scope()); }

    public static void main(String[] args) {
        for (int i = 0; i < WARM_UP; i++) {
            work();
        }
        long[] times = new long[7];
        long check = 0;
        for (int i = 0; i < times.length; i++) {
            long start = System.nanoTime();
            check = work();
            times[i] = System.nanoTime() - start;
        }
        java.util.Arrays.sort(times);
        System.out.println("check " + check);
        System.out.println("median " + times[3]);
    }
}
