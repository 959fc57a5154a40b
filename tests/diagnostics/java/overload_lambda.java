// javac: line 7: reference to f is ambiguous
import java.util.function.*;
class A {
 void f(Function<String, Integer> g) { } void f(ToIntFunction<String> g) { }
 void m() {
  f((String s) -> s.length()); f(String::length);
  f(s -> s.length());
 }
}
