// javac: line 3: variable x not initialized in the default constructor
class A {
 final int x; }
