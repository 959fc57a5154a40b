// javac: line 2: cyclic inheritance involving A
interface A extends B { }
interface B extends A { }
