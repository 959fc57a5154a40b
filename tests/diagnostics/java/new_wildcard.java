// javac: line 4: unexpected type
class A {
 java.util.List<?> l =
   new java.util.ArrayList<?>(); }
