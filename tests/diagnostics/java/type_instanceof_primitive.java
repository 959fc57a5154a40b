// javac: line 3: unexpected type
class A { boolean f(int x) {
 return x instanceof Integer; } }
