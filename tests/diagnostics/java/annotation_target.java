// javac: line 5: annotation type not applicable to this kind of declaration
import java.lang.annotation.*;
class A {
 @Target(ElementType.METHOD) @interface Checked { }
 @Checked class B { } }
