// javac: line 3: continue outside of loop
class A { void f() {
 continue; } }
