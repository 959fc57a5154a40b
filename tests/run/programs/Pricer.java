import java.util.Enumeration;
import java.util.Random;
import java.util.Vector;

/** Monte Carlo pricing in the style of the 1990s: Vectors of result objects, checked exceptions, debug flags. */
public class Pricer {
    static class DemoException extends Exception {
        private static final boolean DEBUG = true;
        private static int made;

        public DemoException() {
            super();
            if (DEBUG) made++;
        }

        public DemoException(String s) {
            super(s);
            if (DEBUG) {
                made++;
            }
        }
    }

    static abstract class PathId {
        private String name;
        private int startDate = 0, endDate = 0;
        private double dTime = Double.NaN;

        public String getName() throws DemoException {
            if (this.name == null) throw new DemoException("Variable name is undefined!");
            return (this.name);
        }

        public void setName(String name) { this.name = name; }

        public double get_dTime() throws DemoException {
            if (Double.isNaN(this.dTime)) throw new DemoException("Variable dTime is undefined!");
            return (this.dTime);
        }

        public void set_dTime(double dTime) { this.dTime = dTime; }

        public int span() { return endDate - startDate; }

        protected final void copyInto(PathId obj) throws DemoException {
            obj.name = getName();
            obj.startDate = startDate;
            obj.endDate = endDate;
            obj.dTime = get_dTime();
        }
    }

    static class RatePath extends PathId {
        private double[] pathValue;
        private int nAcceptedPathValue = 0;

        RatePath(double[] values, String name, double dTime) {
            this.pathValue = values;
            this.nAcceptedPathValue = values.length;
            setName(name);
            set_dTime(dTime);
        }

        double getEndPathValue() { return getPathValue(pathValue.length - 1); }

        double getPathValue(int index) { return pathValue[index]; }

        ReturnPath getReturnCompounded() throws DemoException {
            if (pathValue == null || nAcceptedPathValue == 0) throw new DemoException("The Rate Path has not been defined!");
            double[] returns = new double[nAcceptedPathValue];
            returns[0] = 0.0;
            for (int i = 1; i < nAcceptedPathValue; i++) returns[i] = StrictMath.log(pathValue[i] / pathValue[i - 1]);
            ReturnPath r = new ReturnPath(returns);
            copyInto(r);
            r.estimatePath();
            return r;
        }
    }

    static class ReturnPath extends PathId {
        private final double[] path;
        private double drift = Double.NaN, volatility = Double.NaN;

        ReturnPath(double[] path) { this.path = path; }

        double getExpectedReturnRate() throws DemoException {
            if (Double.isNaN(drift)) throw new DemoException("Expected return rate is undefined!");
            return drift;
        }

        double getVolatility() throws DemoException {
            if (volatility != volatility) throw new DemoException();
            return volatility;
        }

        void estimatePath() throws DemoException {
            double sum = 0.0;
            for (int i = 1; i < path.length; i++) sum += path[i];
            double mean = sum / (path.length - 1.0), sum2 = 0.0;
            for (int i = 1; i < path.length; i++) sum2 += (path[i] - mean) * (path[i] - mean);
            double variance = sum2 / ((double) (path.length - 2));
            volatility = Math.sqrt(variance / get_dTime());
            drift = mean / get_dTime() + 0.5 * volatility * volatility;
        }
    }

    static class ToTask {
        private String header;
        private long randomSeed;

        ToTask(String header, long randomSeed) {
            this.header = header;
            this.randomSeed = randomSeed;
        }
    }

    static class ToResult {
        private final String header;
        private double rate = Double.NaN, vol = Double.NaN, end;

        ToResult(String header, double rate, double vol, double end) {
            this.header = header;
            this.rate = rate;
            this.vol = vol;
            this.end = end;
        }

        public String toString() { return header + ":" + rate + " " + vol + " " + end; }
    }

    private static Vector tasks, results;

    @SuppressWarnings("unchecked")
    static void initTasks(int n) {
        tasks = new Vector(n);
        for (int i = 0; i < n; i++) tasks.addElement(new ToTask("MC run " + String.valueOf(i), (long) i * 11));
    }

    @SuppressWarnings("unchecked")
    static void runSerial(double s0, double mu, double sigma, int steps) throws DemoException {
        results = new Vector(tasks.size());
        for (int t = 0; t < tasks.size(); t++) {
            ToTask task = (ToTask) tasks.elementAt(t);
            Random random = new Random(task.randomSeed);
            double dt = 1.0 / 365.0, mean = (mu - 0.5 * sigma * sigma) * dt, sd = sigma * Math.sqrt(dt);
            double[] path = new double[steps];
            path[0] = s0;
            for (int i = 1; i < steps; i++) path[i] = path[i - 1] * StrictMath.exp(mean + sd * random.nextGaussian());
            RatePath rate = new RatePath(path, task.header, dt);
            ReturnPath ret = rate.getReturnCompounded();
            results.addElement(new ToResult(ret.getName(), ret.getExpectedReturnRate(), ret.getVolatility(), rate.getEndPathValue()));
        }
    }

    static double processResults() throws DemoException {
        if (results == null || results.size() == 0) throw new DemoException("No results");
        double sum = 0;
        for (Enumeration e = results.elements(); e.hasMoreElements(); ) {
            ToResult r = (ToResult) e.nextElement();
            sum += r.rate;
        }
        return sum / results.size();
    }

    public static void main(String[] args) {
        try {
            try {
                processResults();
            } catch (DemoException e) {
                System.out.println(e);
            }
            initTasks(60);
            runSerial(100, 0.05, 0.3, 120);
            System.out.println(results.get(0));
            System.out.println(results.lastElement());
            System.out.println("average " + processResults());
            new RatePath(new double[0], "empty", 1).getReturnCompounded();
        } catch (DemoException demoEx) {
            System.out.println("caught " + demoEx.getMessage() + " of " + DemoException.made);
        } finally {
            System.out.println("finished");
        }
        try {
            new ReturnPath(new double[3]).getVolatility();
        } catch (DemoException e) {
            System.out.println(e.getMessage() + " " + e);
        }
        try {
            results.elementAt(100);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object o = tasks.firstElement();
            ToResult r = (ToResult) o;
            System.out.println(r);
        } catch (ClassCastException e) {
            System.out.println("class cast");
        }
        System.out.println(results.size() / 7 + " " + results.contains(null) + " " + results.indexOf(results.get(7)));
    }
}
