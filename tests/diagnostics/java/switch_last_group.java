// javac: line 9: switch expression completes without providing a value
class Main {
    String name(int i) {
        return switch (i) {
            case 0:
                yield "zero";
            default:
                System.out.println(i);
        };
    }
}
