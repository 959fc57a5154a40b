// javac: line 3: as of release 9, '_' is a keyword, and may not be used as an identifier
class A {
 int _ = 1; }
