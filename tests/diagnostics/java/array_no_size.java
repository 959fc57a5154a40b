// javac: line 3: array dimension missing
class A { Object f() {
 return new int[]; } }
