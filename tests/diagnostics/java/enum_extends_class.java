// javac: line 3: '{' expected
class A {
 enum E extends Object { X } }
