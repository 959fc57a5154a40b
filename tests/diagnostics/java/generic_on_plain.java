// javac: line 3: type java.lang.String does not take parameters
class A {
 String<Integer> l; }
