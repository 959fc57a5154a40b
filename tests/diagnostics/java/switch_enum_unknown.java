// javac: line 3: an enum switch case label must be the unqualified name of an enumeration constant
class A { enum E { P } void f(E x) { switch (x) {
 case Q: break; } } }
