// javac: line 3: cannot create array with '<>'
class Main {
    Object[] a = new Object<>[3];
}
