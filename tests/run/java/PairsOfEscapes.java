/** Two unicode escapes that are a pair make one letter of a name. */
public class PairsOfEscapes {
    static int \ud801\udc00x = 4, x\uD835\uuDC9C = 5;

    static class \ud801\udc28 {
        String \ud801\udc01() { return "called"; }
    }

    public static void main(String[] args) {
        \ud801\udc28 object = new \ud801\udc28();
        String pair = "\ud83d\ude00", halves = "\ud83d" + '\ude00', single = "\ud83d", swapped = "\ude00\ud83d";
        System.out.println(\ud801\udc00x + x\ud835\udc9c + " " + object.\ud801\udc01() + " " + pair.length() + " " + pair.equals(halves)
            + " " + pair.codePointCount(0, 2) + " " + (int) single.charAt(0) + " " + single.length() + " " + swapped.length() + " " + (int) swapped.charAt(1));
        System.out.println(object.getClass().getName().codePointAt(15) + " " + "\\ud83d".length());
    }
}
