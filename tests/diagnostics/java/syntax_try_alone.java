// javac: line 3: 'try' without 'catch', 'finally' or resource declarations
class A { void f() {
 try { } } }
