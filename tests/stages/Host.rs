//! The classes of `Host.somd`.

use super::*;

/// `Host`
#[repr(C)]
#[derive(Default)]
pub struct Host {
    pub count: Cell<i32>,
}

impl Host {
    pub const ID: u32 = 56;
    pub const LAST: u32 = 56;

    /// Host.next: `int next()`
    #[inline(always)]
    pub fn next(this: &Ref<Host>) -> i32 {
        // Host.somd:6: int next() { return ++count; }
        let value_1 = this.count.get() + 1;
        this.count.set(value_1);
        value_1
    }

    /// Host.parsed: `static int parsed(java.lang.String s)`
    pub fn parsed(s: &Ref<Str>) -> i32 {
        // Host.somd:8: try {
        let outcome_1 = try_java(|| -> Result<Flow<i32>, Ref<Object>> {
            let outcome_2 = try_java(|| -> Result<Flow<i32>, Ref<Object>> {
                // Host.somd:9: return Integer.parseInt(s);
                Ok(Flow::Return(Integer::parseInt_String__near(s)?))
            });
            match outcome_2 {
                Ok(Flow::Next) => unreachable!(),
                Ok(Flow::Return(value)) => Ok(Flow::Return(value)),
                Ok(Flow::Jump(_)) => unreachable!(),
                Err(exception) if NumberFormatException::is(&exception) => {
                    // Host.somd:11: return -1;
                    Ok(Flow::Return(-1))
                }
                Err(exception) => return Err(exception),
            }
        });
        // Host.somd:13: System.out.println(s);
        PrintStream::println(System::out().invoke("java.io.PrintStream.println(String)", "java.lang.System.out"), s);
        match outcome_1 {
            Ok(Flow::Next) => unreachable!(),
            Ok(Flow::Return(value)) => value,
            Ok(Flow::Jump(_)) => unreachable!(),
            Err(exception) => throw(exception),
        }
    }

    /// Host.main: `static void main(java.lang.String[] args)`
    pub fn main(_args: &Ref<Array<Ref<Str>>>) {
        // Host.somd:17: Shape s = new Square(3);
        let s: OnStack<Square> = OnStack::new(Square::ID, Square::new__fields(3.0));
        // Host.somd:18: Host h = new Host();
        let h: OnStack<Host> = OnStack::new(Host::ID, Host::new__fields());
        // Host.somd:19: int[] a = new int[4];
        let a = ArrayOnStack::<i32, 4>::new([0; 4]);
        let a: &Ref<Array<i32>> = &a.get();
        // Host.somd:20: a[h.next()] += parsed("12");
        {
            let index_1 = Host::next(&h.get());
            let old_2 = a.at(index_1, "<local3>");
            a.put(index_1, old_2 + Host::parsed(TEXT_12.get()), "<local3>")
        }
        // Host.somd:21: System.out.println(s.area() + " " + a[1]);
        {
            let receiver_3 = System::out();
            let argument_4 = concat_str!(Square::area(&s.get()), " ", a.at(1, "<local3>"));
            PrintStream::println(
                receiver_3.invoke("java.io.PrintStream.println(String)", "java.lang.System.out"),
                &argument_4,
            )
        }
    }

    /// `new Host`
    pub fn new() -> Ref<Host> {
        let this = Ref::alloc_acyclic(Self::ID, Host::default());
        Self::init(&this);
        this
    }

    /// Host.<init>: `Host()`
    pub fn init(_this: &Ref<Host>) {
        // Host.somd:2: public class Host {
    }

    /// The fields of `new Host`; the caller has a place for them.
    pub fn new__fields() -> Host {
        let this = OnStack::new(Self::ID, Host::default());
        Self::init(&this.get());
        this.into_fields()
    }
}

/// `Host.Square`
#[repr(C)]
#[derive(Default)]
pub struct Square {
    pub base: Record,
    pub side: Cell<f64>,
}

extends!(Square: Record);

tested!(Square => Square);

impl Square {
    pub const ID: u32 = 30;
    pub const LAST: u32 = 30;

    /// Host$Square.area: `double area()`
    #[inline(always)]
    pub fn area(this: &Ref<Square>) -> f64 {
        // Host.somd:4: record Square(double side) implements Shape { public double area() { return side * side; } }
        this.side.get() * this.side.get()
    }

    /// `new Host.Square`
    pub fn new(side: f64) -> Ref<Square> {
        let this = Ref::alloc_acyclic(Self::ID, Square::default());
        Self::init(&this, side);
        this
    }

    /// Host$Square.<init>: `Host.Square(double side)`
    pub fn init(this: &Ref<Square>, side: f64) {
        // Host.somd:4: record Square(double side) implements Shape { public double area() { return side * side; } }
        Record::init(this.up());
        this.side.set(side);
    }

    /// The fields of `new Host.Square`; the caller has a place for them.
    pub fn new__fields(side: f64) -> Square {
        let this = OnStack::new(Self::ID, Square::default());
        Self::init(&this.get(), side);
        this.into_fields()
    }

    /// Host$Square.equals: `boolean equals(java.lang.Object other)`
    pub fn equals(this: &Ref<Square>, other: &Ref<Object>) -> bool {
        // Host.somd:4: record Square(double side) implements Shape { public double area() { return side * side; } }
        if !Square::is(other) {
            return false;
        }
        let that: &Ref<Square> = &Square::cast_ref(other).held();
        Double::compare(this.side.get(), that.read("side", "<local2>").side.get()) == 0
    }

    /// Host$Square.hashCode: `int hashCode()`
    pub fn hashCode(this: &Ref<Square>) -> i32 {
        // Host.somd:4: record Square(double side) implements Shape { public double area() { return side * side; } }
        Double::hashCode(this.side.get())
    }

    /// Host$Square.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<Square>) -> Ref<Str> {
        // Host.somd:4: record Square(double side) implements Shape { public double area() { return side * side; } }
        concat_str!("Square[side=", this.side.get(), "]")
    }
}

