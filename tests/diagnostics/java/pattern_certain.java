// javac: line 4: expression type String is a subtype of pattern type CharSequence
class A {
    int m(String s) {
        if (s instanceof CharSequence c) return c.length();
        return 0;
    }
}
