//! exit: 1
//! err: Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException: Index 9 out of bounds for length 2
//! at: 17
/** What switches give, arm by arm, and what is known of classes that only literals and arrays name. */
public class SwitchValues {
  enum K { A, B, C }
  static int f(String s) { switch (s) { case "one": return 1; case "two": case "zwei": return 2; case "Aa": return 7; case "BB": return 8; default: return -1; } }
  static String g(K k) { return switch (k) { case A -> "a"; case B -> null; case C -> "c" + k; }; }
  static long h(int x) { long r = switch (x) { case 1 -> 10; case 2 -> 20L; default -> x * 3; }; return r; }
  static int t(String s) { return switch (s) { case "x" -> 1; case "y" -> { int q = s.length(); yield q + 5; } default -> throw new IllegalArgumentException(s); }; }
  static char c(int x) { return switch (x) { case 0 -> 'a'; case 1, 2, 3 -> 'b'; default -> 'z'; }; }
  static Object o(int x) { Object r = switch (x) { case 0 -> "s"; case 1 -> 5; default -> new int[x]; }; return r; }
  static double d(int x, int[] a) { return switch (x) {
      case 0 -> a[0];
      case 1 -> a[1] / x;
      case 2 ->
         a[9];
      default -> 1.5f; }; }
  public static void main(String[] a) {
    for (String s : new String[]{"one","two","zwei","Aa","BB","x",""}) System.out.println(f(s));
    for (K k : K.values()) System.out.println(g(k));
    for (int i = 0; i < 4; i++) System.out.println(h(i) + " " + c(i) + " " + (o(i) instanceof String));
    System.out.println(t("x") + t("y"));
    System.out.println(d(0, new int[]{3, 4}) + d(1, new int[]{3,4}) + d(5, null));
    Class<?> k = new Object[0].getClass(); System.out.println(k + " " + K[].class.getComponentType().getSuperclass() + " " + java.util.List.class + " " + Runnable.class.isInterface());
    System.out.println(new K[2].getClass().getComponentType().isEnum());
    try { t("q"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    String n = null;
    try { f(n); } catch (NullPointerException e) { System.out.println("npe"); }
    d(2, new int[2]);
  }
}
