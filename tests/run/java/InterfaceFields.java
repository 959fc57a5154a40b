import java.util.function.IntSupplier;

/** When the fields of interfaces get their values: at their first use, whoever names them, and never with a mere implementer. */
public class InterfaceFields {
    static int[] made(String name, int... values) {
        System.out.println("made " + name);
        return values;
    }

    interface Sizes {
        int LIMIT = 3;
        String NAMES[] = {"small", "large"};
        int[] WEIGHTS = made("Sizes.WEIGHTS", 2, 5);
    }

    static class Box implements Sizes {
        int weight(int kind) {
            return WEIGHTS[kind] * LIMIT;
        }
    }

    static class Crate extends Box {
        static final String FIRST = "crate";

        String name(int kind) {
            return NAMES[kind] + FIRST.charAt(kind);
        }

        static int heaviest() {
            return WEIGHTS[WEIGHTS.length - 1];
        }
    }

    interface Wide {
        int[] SHAPE = made("Wide.SHAPE", 4, 9);
    }

    interface Wider extends Wide {
        int[] OWN = made("Wider.OWN", 1);

        default int area() {
            return SHAPE[0] * SHAPE[1] * OWN[0];
        }
    }

    static class Field implements Wider { }

    interface Scaled {
        int[] SCALE = made("Scaled.SCALE", 10);

        int base();

        default int scaled() {
            return base() * SCALE[0];
        }
    }

    public static void main(String[] args) {
        System.out.println(Crate.LIMIT);
        Crate crate = new Crate();
        System.out.println("a crate");
        System.out.println(crate.name(1));
        System.out.println(crate.weight(1) + " " + Crate.heaviest());

        Field field = new Field();
        System.out.println("a field");
        System.out.println(field.area());

        Scaled scaled = () -> 7;
        System.out.println("a lambda");
        System.out.println(scaled.scaled());

        IntSupplier late = () -> Wide.SHAPE.length;
        System.out.println(late.getAsInt());
    }
}
