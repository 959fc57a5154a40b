/** Parts of Java's library that are named where nothing comes to run. */
public class ApartFromRunning {
    static Package part() { return Package.getPackage("java.lang"); }

    static boolean isGuarded() { return System.getSecurityManager() != null; }

    public static void main(String[] args) {
        System.out.println("runs");
    }
}
