// javac: line 3: incompatible types: java.lang.String cannot be converted to java.lang.annotation.Annotation
class A {
 @String void f() { } }
