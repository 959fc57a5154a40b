// javac: line 2: modifier private not allowed here
private class A { }
