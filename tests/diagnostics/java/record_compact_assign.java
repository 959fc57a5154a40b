// javac: line 3: cannot assign a value to final variable x
record A(int x) { A {
 this.x = x; } }
