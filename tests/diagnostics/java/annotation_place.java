// javac: line 3: annotation type not applicable to this kind of declaration
class A {
 @Override
 int width; }
