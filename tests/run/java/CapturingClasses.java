import java.util.ArrayList;
import java.util.List;

/** Local classes that capture variables and make objects of themselves; anonymous subclasses of another object's inner class. */
public class CapturingClasses {
    static int made;
    int base = 7;

    class Inner {
        final int id;

        Inner(int id) {
            this.id = id;
        }

        int value() {
            return base * 100 + id;
        }
    }

    static int size = 3;

    static CapturingClasses make() {
        made++;
        return new CapturingClasses();
    }

    static int sum(int depth, int step) {
        String label = "n" + step;
        List<String> seen = new ArrayList<>();
        class Node {
            final int depth;
            Node next;

            Node(int depth) {
                this.depth = depth;
                seen.add(label + depth);
                if (depth > 0) {
                    next = new Node(depth - step);
                }
            }

            Node(Node from, int extra) {
                this(from.depth + extra);
            }

            int total() {
                Runnable again = () -> new Node(0);
                again.run();
                Node other = new Node(this, -depth) {
                    @Override
                    int total() {
                        return step + depth;
                    }
                };
                return depth + other.total() + (next == null ? 0 : next.total());
            }
        }
        int total = new Node(depth).total();
        System.out.println(seen);
        return total;
    }

    public static void main(String[] args) {
        System.out.println(sum(6, 2));
        System.out.println(sum(3, 3));

        CapturingClasses outer = new CapturingClasses();
        outer.base = 9;
        int extra = 5;
        Inner special = outer.new Inner(4) {
            @Override
            int value() {
                return super.value() + extra;
            }
        };
        System.out.println(special.value() + " " + outer.new Inner(1).value());

        make().size = 10;
        make().size += 5;
        System.out.println(make().size++ + " " + size + " " + made);

        class Counter {
            int left = extra;

            int run() {
                return left-- > 0 ? 1 + run() + new Object() {
                    int peek() {
                        return new Counter().left - extra;
                    }
                }.peek() : 0;
            }
        }
        System.out.println(new Counter().run());
    }
}
