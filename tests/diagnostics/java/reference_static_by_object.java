// javac: line 5: incompatible types: invalid method reference
class Main {
    static void run() { }

    Runnable r = new Main()::run;
}
