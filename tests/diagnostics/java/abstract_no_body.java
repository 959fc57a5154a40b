// javac: line 3: missing method body, or declare abstract
class A {
 void f(); }
