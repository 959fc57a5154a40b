// javac: line 3: patterns in switch statements are a preview feature and are disabled by default.
class A { void f(boolean x) {
 switch (x) { case true: break; } } }
