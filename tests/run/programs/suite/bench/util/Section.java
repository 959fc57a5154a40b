package bench.util;

public interface Section {
  public static final boolean DEBUG = false;
  int MAXSIZE = 3;
  public void setsize(int size);
  public void initialise();
  public void kernel();
  public void validate();
  public void tidyup();
  public void run(int size);
}
