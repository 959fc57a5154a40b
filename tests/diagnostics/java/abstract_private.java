// javac: line 3: illegal combination of modifiers: abstract and private
abstract class A {
 abstract private void f(); }
