// javac: line 4: cannot find symbol
class A {
 static int twice(
   @Overide int x) { return 2 * x; } }
