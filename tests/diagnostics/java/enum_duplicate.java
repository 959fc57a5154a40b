// javac: line 3: variable P is already defined in enum A
enum A { P,
 P }
