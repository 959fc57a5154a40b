// javac: line 3: invalid method declaration; return type required
class A {
 public f() { } }
