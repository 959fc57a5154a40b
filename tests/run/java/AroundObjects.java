import java.util.function.Supplier;

/** Which object is the one around: of local classes, in arguments of constructors, behind private fields. */
public class AroundObjects {
    static String made = "";
    final int id;
    public int i = 5;

    AroundObjects(int id) {
        this.id = id;
    }

    /** A local class belongs to the object in whose code it stands, also where a subclass makes it. */
    void locals() {
        class Local {
            int around() {
                return id;
            }
        }
        class Sub extends AroundObjects {
            Sub() {
                super(99);
            }

            void show() {
                System.out.println(new Local().around() + " " + new Local() { }.around());
            }
        }
        new Sub().show();
    }

    class Inner {
        Inner() {
            made += id;
        }
    }

    /** The object around is there before `this(…)` and `super(…)`. */
    class Producer {
        final Object product;

        Producer() {
            this(Inner::new);
        }

        Producer(int x) {
            this(() -> new Inner());
        }

        Producer(String s) {
            this(() -> AroundObjects.this.new Inner());
        }

        Producer(Supplier<Object> supplier) {
            product = supplier.get();
        }
    }

    static class Holder {
        final Object held;

        Holder(Object held) {
            this.held = held;
        }
    }

    class Outside extends Holder {
        Outside() {
            super(new Object() {
                final int sum = id + i;

                @Override
                public String toString() {
                    return "held " + sum;
                }
            });
        }
    }

    /** The private `i` of a superclass is not inherited: the one around is meant. */
    class One extends AroundObjects {
        private Object i;

        One() {
            super(1);
        }
    }

    class Two extends One {
        int j = i;
        int k = ((AroundObjects) this).i;
        Object l = super.i;
    }

    public static void main(String[] args) {
        AroundObjects outer = new AroundObjects(7);
        outer.locals();
        outer.new Producer();
        outer.new Producer(0);
        outer.new Producer("");
        System.out.println(made);
        System.out.println(outer.new Outside().held);
        outer.i = 6;
        Two two = outer.new Two();
        System.out.println(two.j + " " + two.k + " " + two.l);
    }
}
