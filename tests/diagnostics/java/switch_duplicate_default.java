// javac: line 3: duplicate default label
class A { void f(int x) { switch (x) { default: break;
 default: break; } } }
