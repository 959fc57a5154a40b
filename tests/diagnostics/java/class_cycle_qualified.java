// javac: line 2: cyclic inheritance involving A
class A extends A.B { static class B { } }
