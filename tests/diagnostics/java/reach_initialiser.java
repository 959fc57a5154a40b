// javac: line 2: initializer must be able to complete normally
class A { {
 throw new RuntimeException(); } }
