import java.util.function.IntUnaryOperator;

/** Variables with the names of classes, and of what Rust's prelude has. */
public class NamesOfClasses {
    static class LU {
        static int first(int[] LU) {
            return LU.length;
        }

        int own() {
            int LU = 4;
            return LU;
        }
    }

    static class Loop {
        static int sum(int[] xs) {
            int s = 0;
            for (int Loop : xs) s += Loop;
            for (int LU = 0; LU < 4; LU++) s += LU;
            return s;
        }
    }

    static class Lambda {
        static int f(int x) {
            IntUnaryOperator o = Lambda -> Lambda + 3;
            return o.applyAsInt(x);
        }
    }

    static class Pattern {
        static int f(Object o) {
            return o instanceof Integer Pattern ? Pattern + 1 : 0;
        }
    }

    static class Caught {
        static String f() {
            try {
                throw new RuntimeException("caught");
            } catch (RuntimeException Caught) {
                return Caught.getMessage();
            }
        }
    }

    static class Prelude {
        static final int[] N = {1, 2};
        int Ok;

        static int None(int Some) {
            int None = 2, Ok = 3, Err = 4, N = 5;
            return Some + None * Ok - Err + N + Prelude.N.length;
        }
    }

    enum Enum { A, B }

    public static void main(String[] args) {
        int NamesOfClasses = 9, Enum = NamesOfClasses + 1;
        System.out.println(LU.first(new int[3]) + " " + Loop.sum(new int[] {1, 2}) + " " + Lambda.f(3));
        System.out.println(Pattern.f(4) + " " + Caught.f() + " " + Prelude.None(1) + " " + Enum);
        System.out.println(new LU().own() + " " + new Prelude().Ok);
    }
}
