// javac: line 3: orphaned case
class A { void f() {
 case 1: } }
