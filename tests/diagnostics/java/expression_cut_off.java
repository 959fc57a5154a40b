// javac: line 3: illegal start of expression
class A {
    int x = (3 + ;
    int y = 1;
}
