// javac: line 3: variable X not initialized in the default constructor
class A {
 static final int X; }
