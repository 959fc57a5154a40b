// javac: line 3: constructor is not canonical, so its first statement must invoke another constructor of class Main
record Main(int x) {
    Main(String s) {
        x = s.length();
    }
}
