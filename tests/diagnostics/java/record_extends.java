// javac: line 2: '{' expected
record A(int x)
 extends Object { }
