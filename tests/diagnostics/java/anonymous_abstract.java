// javac: line 3: <anonymous A$1> is not abstract and does not override abstract method run() in java.lang.Runnable
class A { Runnable r =
 new Runnable() { }; }
