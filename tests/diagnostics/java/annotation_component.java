// javac: line 3: cannot find symbol
class A {
 record Point(@Nonull int x, int y) { } }
