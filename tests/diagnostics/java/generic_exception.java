// javac: line 3: a generic class may not extend java.lang.Throwable
class A<T>
 extends Exception { }
