// javac: line 3: modifier public not allowed here
enum A { P;
 public A() { } }
