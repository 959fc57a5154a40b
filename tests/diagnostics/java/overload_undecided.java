// javac: line 5: reference to println is ambiguous
class A {
 static <T> T any() { return null; } static <T extends Number> T number() { return null; }
 public static void main(String[] args) { System.out.println(number());
  System.out.println(any());
 }
}
