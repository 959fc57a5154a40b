// javac: line 3: 'catch' without 'try'
class A { void f() {
 catch (Exception e) { } } }
