// javac: line 3: non-static variable super cannot be referenced from a static context
class A { static int f() {
 return super.hashCode(); } }
