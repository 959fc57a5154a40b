// javac: line 3: illegal combination of modifiers: abstract and final
abstract
 final class A { }
