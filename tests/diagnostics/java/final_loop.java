// javac: line 3: variable x might already have been assigned
class A { void f(int[] a) { for (final int x : a)
 x++; } }
