// javac: line 2: package foo.bar does not exist
import foo.bar.*;
class A { }
