// javac: line 2: record components cannot have modifiers
record Main(final int x) { }
