/** What `Character` knows of the code points of the basic plane, and of some beyond: a number for each property and block. */
public class Characters {
    static final String[] NAMES = {
        "isLetter", "isDigit", "isLetterOrDigit", "isWhitespace", "isUpperCase", "isLowerCase", "toUpperCase", "toLowerCase",
        "isJavaIdentifierStart", "isJavaIdentifierPart", "isAlphabetic", "isSpaceChar", "getNumericValue", "isTitleCase", "toTitleCase",
        "isISOControl", "isUnicodeIdentifierStart", "isUnicodeIdentifierPart", "isDefined", "isIdeographic", "getType", "digit", "isMirrored"
    };

    static int b(boolean x) { return x ? 1 : 0; }

    static int of(int property, int c) {
        switch (property) {
            case 0: return b(Character.isLetter(c));
            case 1: return b(Character.isDigit(c));
            case 2: return b(Character.isLetterOrDigit(c));
            case 3: return b(Character.isWhitespace(c));
            case 4: return b(Character.isUpperCase(c));
            case 5: return b(Character.isLowerCase(c));
            case 6: return Character.toUpperCase(c);
            case 7: return Character.toLowerCase(c);
            case 8: return b(Character.isJavaIdentifierStart(c));
            case 9: return b(Character.isJavaIdentifierPart(c));
            case 10: return b(Character.isAlphabetic(c));
            case 11: return b(Character.isSpaceChar(c));
            case 12: return Character.getNumericValue(c);
            case 13: return b(Character.isTitleCase(c));
            case 14: return Character.toTitleCase(c);
            case 15: return b(Character.isISOControl(c));
            case 16: return b(Character.isUnicodeIdentifierStart(c));
            case 17: return b(Character.isUnicodeIdentifierPart(c));
            case 18: return b(Character.isDefined(c));
            case 19: return b(Character.isIdeographic(c));
            case 20: return Character.getType(c);
            case 21: return Character.digit(c, 36);
            default: return b(Character.isMirrored(c));
        }
    }

    public static void main(String[] args) {
        for (int p = 0; p < NAMES.length; p++) {
            StringBuilder line = new StringBuilder(NAMES[p]);
            long h = 0;
            for (int block = 0; block < 0x20000; block += 0x2000) {
                int step = block < 0x10000 ? 1 : 7;
                for (int c = block; c < block + 0x2000; c += step) h = h * 31 + of(p, c);
                line.append(' ').append(Long.toHexString(h & 0xffff));
            }
            for (int c = 0xdff00; c < 0xe0200; c++) h = h * 31 + of(p, c);
            for (int c : new int[] {-1, Integer.MIN_VALUE, 0x10ffff, 0x110000, Integer.MAX_VALUE}) h = h * 31 + of(p, c);
            System.out.println(line.append(' ').append(Long.toHexString(h & 0xffff)));
        }
        System.out.println(Character.getType('$') == Character.CURRENCY_SYMBOL);
        System.out.println(Character.getNumericValue('\u217d') + " " + Character.toTitleCase('\u01c4') + Character.isMirrored('('));
    }
}
