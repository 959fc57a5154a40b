// javac: line 3: patterns in switch statements are a preview feature and are disabled by default.
class A { void f(long x) {
 switch (x) { case 1: break; } } }
