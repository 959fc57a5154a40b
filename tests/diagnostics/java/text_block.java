// javac: line 3: illegal text block open delimiter sequence, missing line terminator
class A {
 String s = """abc"""; }
