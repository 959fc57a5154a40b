// javac: line 2: legacy array notation not allowed on record components
record Main(int x[]) { }
