// javac: line 3: java.lang.Runnable is abstract; cannot be instantiated
class A { Runnable f() {
 return new Runnable(); } }
