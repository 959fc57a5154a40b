// javac: line 4: B.C has private access in B
class B { private static class C { } }
class A {
 B.C c; }
