/** An enum whose constants have bodies is sealed without saying so; a sealed interface may permit it. */
public class SealedEnums {
    sealed interface Token permits Sign, Number {
        String text();
    }

    enum Sign implements Token {
        PLUS,
        TIMES {
            @Override
            int level() {
                return 2;
            }
        };

        int level() {
            return 1;
        }

        public String text() {
            return name().toLowerCase() + level();
        }
    }

    record Number(int value) implements Token {
        public String text() {
            return "" + value;
        }
    }

    public static void main(String[] args) {
        StringBuilder out = new StringBuilder();
        for (Token token : new Token[] {Sign.PLUS, new Number(3), Sign.TIMES}) {
            out.append(token.text()).append(token instanceof Sign sign ? ":" + sign.ordinal() : ";");
        }
        System.out.println(out);
    }
}
