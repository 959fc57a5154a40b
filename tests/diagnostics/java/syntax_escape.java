// javac: line 3: illegal escape character
class A {
 String s = "\q"; }
