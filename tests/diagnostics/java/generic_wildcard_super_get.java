// javac: line 4: incompatible types: capture#1 of ? super java.lang.Integer cannot be converted to java.lang.Integer
import java.util.*;
class A { Integer f(List<? super Integer> l) {
 return l.get(0); } }
