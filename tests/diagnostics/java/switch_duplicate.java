// javac: line 3: duplicate case label
class A { void f(int x) { switch (x) { case 1: break;
 case 1: break; } } }
