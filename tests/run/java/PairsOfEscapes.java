/** Two unicode escapes that are a pair make one letter of a name. */
public class PairsOfEscapes {
    static int \ud840\udc00x = 4, x\uD840\uuDC03 = 5;

    static class \ud840\udc01 {
        String \ud840\udc02() { return "called"; }
    }

    public static void main(String[] args) {
        \ud840\udc01 object = new \ud840\udc01();
        String pair = "\ud83d\ude00", halves = "\ud83d" + '\ude00', single = "\ud83d", swapped = "\ude00\ud83d";
        System.out.println(\ud840\udc00x + x\ud840\udc03 + " " + object.\ud840\udc02() + " " + pair.length() + " " + pair.equals(halves)
            + " " + pair.codePointCount(0, 2) + " " + (int) single.charAt(0) + " " + single.length() + " " + swapped.length() + " " + (int) swapped.charAt(1));
        System.out.println(object.getClass().getName().codePointAt(15) + " " + "\\ud83d".length());
    }
}
