// javac: line 4: cannot find symbol
class A {
 enum Size { SMALL,
   @Depricated LARGE } }
