// javac: line 4: cannot find symbol
class A {
    static class Outer { }
    static <T extends Outer> void m() { T.Inner x = null; }
}
