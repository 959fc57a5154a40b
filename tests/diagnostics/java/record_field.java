// javac: line 3: field declaration must be static
record A(int x) {
 int y; }
