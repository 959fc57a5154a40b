// javac: line 3: invalid accessor method in record A
record A(int x) {
 public long x() { return x; } }
