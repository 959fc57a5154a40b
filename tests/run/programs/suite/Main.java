//! main: bench.section.All

/** Names the suite; the program that is run is another class's. */
public class Main {
    public static void main(String argv[]) {
        System.out.println("use bench.section.All");
    }
}
