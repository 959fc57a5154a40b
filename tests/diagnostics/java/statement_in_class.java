// javac: line 3: <identifier> expected
class Main {
    System.out.println("hello");

    int x;
}
