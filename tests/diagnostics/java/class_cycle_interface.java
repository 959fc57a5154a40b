// javac: line 2: cyclic inheritance involving A
class A implements A.I { interface I { } }
