// javac: line 3: illegal combination of modifiers: abstract and final
abstract class A {
 final abstract void f(); }
