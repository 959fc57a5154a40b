// javac: line 3: notify() in A cannot override notify() in java.lang.Object
class A {
 public void notify() { } }
