// javac: line 2: '{' expected
class A extends B, C { } class B { } class C { }
