// javac: line 3: cannot inherit from final E
enum E { P }
class A extends E { }
