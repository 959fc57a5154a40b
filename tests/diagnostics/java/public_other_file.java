// javac: line 2: class Other is public, should be declared in a file named Other.java
public class Other { }
