// javac: line 3: clone() has protected access in java.lang.Object
class A { Object f(Object o) throws Exception {
 return o.clone(); } }
