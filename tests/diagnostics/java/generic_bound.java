// javac: line 3: type argument java.lang.String is not within bounds of type-variable T
class A { static class B<T extends Number> { }
 B<String> b; }
