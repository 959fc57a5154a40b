// javac: line 6: local variables referenced from a lambda expression must be final or effectively final
class A {
    void f(boolean c) {
        int k;
        do k = 1; while (c);
        Runnable r = () -> System.out.println(k);
    }
}
