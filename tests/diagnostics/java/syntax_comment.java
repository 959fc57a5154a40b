// javac: line 3: unclosed comment
class A { }
/* open
