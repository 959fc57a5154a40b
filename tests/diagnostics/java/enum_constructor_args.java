// javac: line 3: constructor A in enum A cannot be applied to given types;
enum A { P(1),
 Q; A(int x) { } }
