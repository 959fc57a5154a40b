// javac: line 3: enum types may not be instantiated
class A { enum E { P } E f() {
 return new E(); } }
