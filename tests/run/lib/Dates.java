import java.text.DateFormat;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/** Calendars, their fields and arithmetic, and dates as text. */
public class Dates {
    static final TimeZone UTC = TimeZone.getTimeZone("UTC");

    static String fields(Calendar c) {
        StringBuilder b = new StringBuilder();
        for (int f = Calendar.ERA; f <= Calendar.ZONE_OFFSET; f++) b.append(c.get(f)).append(' ');
        return b.toString().trim();
    }

    static void ofInstants() {
        long[] instants = {0, -1, 1234567890123L, 951782400000L, -12219292800001L, -62135769600000L, -80000000000000L, 253402300799999L};
        for (long t : instants) {
            Calendar c = new GregorianCalendar(UTC);
            c.setTimeInMillis(t);
            System.out.println(t + ": " + fields(c));
            System.out.println(new Date(t));
        }
        long t = -99999999999999L;
        for (int i = 0; i < 2000; i++, t += 123456789012L) {
            Calendar c = Calendar.getInstance(UTC);
            c.setTimeInMillis(t);
            Calendar d = new GregorianCalendar(UTC);
            d.clear();
            d.set(Calendar.ERA, c.get(Calendar.ERA));
            d.set(c.get(Calendar.YEAR), c.get(Calendar.MONTH), c.get(Calendar.DATE), c.get(Calendar.HOUR_OF_DAY), c.get(Calendar.MINUTE), c.get(Calendar.SECOND));
            d.set(Calendar.MILLISECOND, c.get(Calendar.MILLISECOND));
            if (d.getTimeInMillis() != t) System.out.println("lost " + t + " for " + d.getTimeInMillis());
        }
    }

    static void ofFields() {
        GregorianCalendar c = new GregorianCalendar(2000, Calendar.JANUARY, 31, 13, 5, 9);
        System.out.println(fields(c) + " leap " + c.isLeapYear(2000) + c.isLeapYear(1900) + c.isLeapYear(1500));
        c.add(Calendar.MONTH, 1);
        System.out.println(c.getTime());
        c.add(Calendar.YEAR, 1);
        System.out.println(c.getTime() + " " + c.getActualMaximum(Calendar.DAY_OF_MONTH) + " " + c.getActualMaximum(Calendar.DAY_OF_YEAR));
        c.add(Calendar.HOUR, -14);
        c.add(Calendar.WEEK_OF_YEAR, 3);
        System.out.println(c.getTime());
        c.roll(Calendar.MONTH, 11);
        c.roll(Calendar.DAY_OF_MONTH, true);
        c.roll(Calendar.MINUTE, -6);
        System.out.println(c.getTime());
        c.set(Calendar.DAY_OF_YEAR, 366);
        System.out.println(c.getTime());
        c.set(Calendar.DAY_OF_WEEK, Calendar.WEDNESDAY);
        System.out.println(c.getTime());
        c.set(Calendar.WEEK_OF_YEAR, 10);
        System.out.println(c.getTime());
        c.set(Calendar.DAY_OF_WEEK_IN_MONTH, -1);
        System.out.println(c.getTime());
        c.set(Calendar.MONTH, Calendar.FEBRUARY);
        c.set(Calendar.DATE, 30);
        c.set(Calendar.HOUR, 11);
        c.set(Calendar.AM_PM, Calendar.PM);
        System.out.println(c.getTime());
        c.clear(Calendar.MINUTE);
        c.clear(Calendar.SECOND);
        System.out.println(c.getTime() + " " + c.getDisplayName(Calendar.MONTH, Calendar.LONG, Locale.US) + " "
            + c.getDisplayName(Calendar.DAY_OF_WEEK, Calendar.SHORT, Locale.US));
        Calendar copy = (Calendar) c.clone();
        copy.add(Calendar.MILLISECOND, 1);
        System.out.println(copy.equals(c) + " " + copy.after(c) + " " + c.before(copy) + " " + c.compareTo(copy));
        c.setLenient(false);
        c.set(2001, Calendar.FEBRUARY, 29);
        try {
            System.out.println(c.getTime());
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        c.set(Calendar.DATE, 28);
        System.out.println(c.getTime());

        Calendar east = new GregorianCalendar(TimeZone.getTimeZone("GMT+5:30"));
        east.setTimeInMillis(0);
        System.out.println(fields(east) + " " + east.getTimeZone().getID());
        east.set(1999, 11, 31, 23, 59, 59);
        System.out.println(east.getTimeInMillis());
        System.out.println(new Date(99, 11, 31).getTime() + " " + new Date(99, 11, 31, 12, 30).getHours() + " " + new Date(0).getDay());
    }

    static void asText() throws ParseException {
        Date d = new Date(1234567890123L);
        String[] patterns = {
            "yyyy-MM-dd HH:mm:ss.SSS", "EEE, d MMM yyyy hh:mm a", "EEEE MMMM dd yy", "D w W F u k K h", "yyyy-MM-dd'T'HH:mm:ssXXX", "'it''s' y G z Z X", "yyyyMMddHHmmss",
        };
        for (String p : patterns) {
            SimpleDateFormat f = new SimpleDateFormat(p);
            System.out.println(f.format(d) + " | " + f.toPattern());
        }
        SimpleDateFormat east = new SimpleDateFormat("yyyy-MM-dd HH:mm Z");
        east.setTimeZone(TimeZone.getTimeZone("GMT-03:30"));
        System.out.println(east.format(d));
        System.out.println(new SimpleDateFormat("yyyyMMdd").parse("20010203"));
        System.out.println(new SimpleDateFormat("yyyy-MM-dd HH:mm:ss Z").parse("2001-2-3 4:05:06 +0130 and more").getTime());
        System.out.println(new SimpleDateFormat("d MMM yy").parse("4 July 76"));
        System.out.println(new SimpleDateFormat("EEE, d MMMM yyyy h:mm a").parse("Sat, 29 Feb 2020 12:30 AM"));
        System.out.println(new SimpleDateFormat("MM/dd/yyyy").parse("13/32/2020"));
        String[] wrong = {"yesterday", "2020-13", "2020-02-"};
        for (String w : wrong) {
            try {
                System.out.println(new SimpleDateFormat("yyyy-MM-dd").parse(w));
            } catch (ParseException e) {
                System.out.println(e + " at " + e.getErrorOffset());
            }
        }
        SimpleDateFormat strict = new SimpleDateFormat("yyyy-MM-dd");
        strict.setLenient(false);
        try {
            System.out.println(strict.parse("2021-02-29"));
        } catch (ParseException e) {
            System.out.println(e.getMessage());
        }
        try {
            new SimpleDateFormat("yyyy-bb");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(DateFormat.getDateInstance().format(d) + " | " + DateFormat.getTimeInstance(DateFormat.SHORT).format(d) + " | "
            + DateFormat.getDateTimeInstance(DateFormat.LONG, DateFormat.MEDIUM).format(d) + " | " + DateFormat.getInstance().format(d));
    }

    /** Texts of the first releases. */
    @SuppressWarnings("deprecation")
    static void oldTexts() {
        for (long t : new long[] {0, 1234567890123L, 43200000L, -86400001L, 946641599000L}) {
            Date d = new Date(t);
            System.out.println(d.toGMTString() + " | " + d.toLocaleString());
        }
    }

    public static void main(String[] args) throws ParseException {
        TimeZone.setDefault(UTC);
        Locale.setDefault(Locale.US);
        ofInstants();
        ofFields();
        asText();
        oldTexts();
    }
}
