// javac: line 4: illegal start of expression
class Main {
    double cube(double x) {
        return x ** 3;
    }
}
