// javac: line 4: incompatible types: int cannot be converted to capture#1 of ? extends java.lang.Number
import java.util.*;
class A { void f(List<? extends Number> l) {
 l.add(1); } }
