// javac: line 4: cannot inherit from final B
final class B { }
class A extends
 B { }
