// javac: line 3: '{' expected
class A {
 interface I implements Runnable { } }
