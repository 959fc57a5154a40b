package bench.util;

public class Timer {

  public String name;
  public String opname;
  public double time;
  public double opcount;
  public long calls;
  public int size = -1;

  private long start_time;
  private boolean on;

  public Timer(String name, String opname){
    this.name = name;
    this.opname = opname;
    reset();
  }

  public Timer(String name, String opname, int size){
    this.name = name;
    this.opname = opname;
    this.size = size;
    reset();
  }

  public Timer(String name){
    this(name,"");
  }

  public void start(){
    if (on) System.out.println("Warning timer " + name + " was already turned on");
    on = true;
    start_time = System.currentTimeMillis();
  }

  public void stop(){
    time += (double) (System.currentTimeMillis()-start_time) / 1000.;
    if (!on) System.out.println("Warning timer " + name + " wasn't turned on");
    calls++;
    on = false;
  }

  public void addops(double count){
    opcount += count;
  }

  public void reset(){
    time = 0.0;
    calls = 0;
    opcount = 0;
    on = false;
  }

  public double perf(){
    return opcount / time;
  }

  public void print(){
    if (opname.equals("")) {
      System.out.println(name + "   calls " + calls);
    } else {
      System.out.println(name + "   calls " + calls + "  ops " + opcount + " " + opname + "s" + (size >= 0 ? "  size " + size : ""));
    }
    if (time < 0 || time > 1e6) System.out.println("clock went wrong: " + time + "\t" + (float) perf());
  }
}
