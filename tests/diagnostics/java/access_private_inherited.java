// javac: line 4: x has private access in B
class A {
 static class B { private int x; } static class C extends B { int f() { return super.x + ((B) this).x; } }
 int f(C c) { return c.x; }
}
