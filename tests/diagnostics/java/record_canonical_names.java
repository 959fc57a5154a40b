// javac: line 3: invalid canonical constructor in record A
record A(int x) {
 A(int y) { this.x = y; } }
