// javac: line 8: local variables referenced from an inner class must be final or effectively final
class A {
    Object f(boolean c) {
        int k;
        if (c) k = 1;
        else k = 2;
        k++;
        return new Object() { int of = k; };
    }
}
