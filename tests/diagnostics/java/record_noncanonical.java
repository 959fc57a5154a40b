// javac: line 3: constructor is not canonical, so its first statement must invoke another constructor of class A
record A(int x) {
 A() { } }
