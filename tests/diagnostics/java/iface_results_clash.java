// javac: line 10: types Sized and Counted are incompatible;
interface Counted {
    int size();
}

interface Sized {
    long size();
}

interface Main extends Counted, Sized { }
