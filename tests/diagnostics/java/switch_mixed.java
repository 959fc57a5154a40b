// javac: line 3: different case kinds used in the switch
class A { void f(int x) { switch (x) { case 1: break;
 case 2 -> { } } } }
