// javac: line 3: repeated interface
class A implements Runnable,
 Runnable { public void run() { } }
