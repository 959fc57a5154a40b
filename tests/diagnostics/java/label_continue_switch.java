// javac: line 3: continue outside of loop
class A { void f(int x) { switch (x) { case 1:
 continue; } } }
