/** Forms inside of others: switches in headers, patterns behind labelled loops, classes of qualified names and of themselves. */
public class NestedForms<U> {
    class Inner<V> {
        V v;

        Inner(V v) {
            this.v = v;
        }

        public String toString() {
            return "inner " + v;
        }
    }

    static class Outer {
        class Part {
            public String toString() {
                return "part";
            }
        }
    }

    static <T extends Outer> Object part(T outer) {
        Outer.Part part = outer.new Part();
        return part;
    }

    static boolean same(boolean b) {
        return b;
    }

    static Object text = "text";

    void qualified() {
        Inner<Integer> a = new NestedForms<U>.Inner<>(1);
        NestedForms<U>.Inner<String> b = this.new Inner<>("x");
        Inner<Integer> c = new NestedForms<U>.Inner<Integer>(2) {
        };
        System.out.println(a + " " + b + " " + c.v);
    }

    static void switches() {
        int i = 6, turns = 0;
        for (; same(switch (i) {
            case 0:
                i--;
                yield false;
            case 5: {
                i--;
                if (i == 2) yield false;
                yield true;
            }
            default:
                i--;
                yield switch (i) {
                    case -1 -> false;
                    default -> true;
                };
        }); ) {
            turns++;
        }
        System.out.println(turns);
    }

    static void patterns() {
        {
            first: for (; !(text instanceof String s); ) {
            }
            System.out.println(s.length());
        }
        {
            second: do {
            } while (!(text instanceof String s));
            System.out.println(s.length());
        }
        third: while (!(text instanceof String s)) {
            for (;;) {
                continue third;
            }
        }
        System.out.println(s.length());
    }

    static int trace;

    static void ofItself(final int base) {
        class Local {
            int a;
            Local other;

            Local(int a) {
                this.a = a + base;
            }

            Local() {
                this(new Local(5));
            }

            Local(Local of) {
                this(new Local(of.a).a);
                other = of;
            }

            Local(String s) {
                this(new Local() {
                    {
                        trace = trace * 10 + base;
                    }
                }.a);
            }
        }
        System.out.println(new Local().a + " " + new Local(new Local()).a + " " + new Local("s").a + " " + trace);
    }

    public static void main(String[] args) {
        new NestedForms<String>().qualified();
        System.out.println(part(new Outer()));
        switches();
        patterns();
        ofItself(3);
    }
}
