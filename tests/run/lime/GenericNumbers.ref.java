public class GenericNumbers {
    public static void main(String[] args) {
        System.out.println(2 + " " + 1 + " " + 6 + " " + 1.5 * -2.5);
        System.out.println("[1, 3] [1.5] [2, 4] 3 -1.5");
        System.out.println("[0.5, 1.0, 1.5] [1, -2]");
        System.out.println("14 2");
        System.out.println("1 [1, 2, 3] 3 3");
        System.out.println("1 b 2 1 0");
        System.out.println("[2, 4, 6] [2.5, -1.5] [-1, 2, 3] [2, 3, 4]");
    }
}
