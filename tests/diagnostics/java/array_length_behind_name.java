// javac: line 4: ']' expected
class A {
    public static void main(String[] args) {
        int a[3];
        a[0] = 1;
    }
}
