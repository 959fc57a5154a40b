// javac: line 3: abstract method run() in java.lang.Runnable cannot be accessed directly
class A implements Runnable { public void run() {
 Runnable.super.run(); } }
