// javac: line 2: 'var' not allowed here
class var {
}
