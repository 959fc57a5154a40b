package bench.util;

import java.util.*;

public class Instrumentor{

  private static Hashtable timers;
  private static Hashtable data;

  static {
    timers = new Hashtable();
    data = new Hashtable();
  }

  public static synchronized void addTimer (String name){
    if (timers.containsKey(name)) {
      System.out.println("Instrumentor.addTimer: warning -  timer " + name + " already exists");
    }
    else {
      timers.put(name, new Timer(name));
    }
  }

  public static synchronized void addTimer (String name, String opname, int size){
    if (timers.containsKey(name)) {
      System.out.println("Instrumentor.addTimer: warning -  timer " + name + " already exists");
    }
    else {
      timers.put(name, new Timer(name,opname,size));
    }
  }

  public static synchronized void startTimer(String name){
    if (timers.containsKey(name)) {
      ((Timer) timers.get(name)).start();
    }
    else {
      System.out.println("Instrumentor.startTimer: failed -  timer " + name + " does not exist");
    }
  }

  public static synchronized void stopTimer(String name){
    if (timers.containsKey(name)) {
      ((Timer) timers.get(name)).stop();
    }
    else {
      System.out.println("Instrumentor.stopTimer: failed -  timer " + name + " does not exist");
    }
  }

  public static synchronized void addOpsToTimer(String name, double count){
    if (timers.containsKey(name)) {
      ((Timer) timers.get(name)).addops(count);
    }
  }

  public static synchronized double readTimer(String name){
    double time;
    if (timers.containsKey(name)) {
      time = ((Timer) timers.get(name)).time;
    }
    else {
      System.out.println("Instrumentor.readTimer: failed -  timer " + name + " does not exist");
      time = 0.0;
    }
    return time;
  }

  synchronized public static void printTimer(String name){
    ((Timer) timers.get(name)).print();
  }

  public static synchronized void storeData(String name, Object obj){
    data.put(name,obj);
  }

  public static synchronized void retrieveData(String name, Object[] obj){
    obj[0] = data.get(name);
  }

  public static synchronized void reset() {
    timers.clear();
    data.clear();
  }

  public static synchronized int count() {
    int n = 0;
    Enumeration e = timers.keys();
    while (e.hasMoreElements()) {
      String key = (String) e.nextElement();
      Timer t = (Timer) timers.get(key);
      n += t.calls;
    }
    return n;
  }
}
