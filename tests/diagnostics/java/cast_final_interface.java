// javac: line 4: incompatible types: B cannot be converted to java.lang.Runnable
final class B { }
class A { Runnable f(B b) {
 return (Runnable) b; } }
