// Calendars made by builders, of fields, instants and weeks.

import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

public class CalendarBuilders {
    static void show(Calendar c) {
        System.out.println(c.getTimeInMillis() + " " + c.get(Calendar.YEAR) + "-" + c.get(Calendar.MONTH) + "-" + c.get(Calendar.DAY_OF_MONTH)
            + " " + c.get(Calendar.HOUR_OF_DAY) + ":" + c.get(Calendar.MINUTE) + ":" + c.get(Calendar.SECOND) + "." + c.get(Calendar.MILLISECOND)
            + " day " + c.get(Calendar.DAY_OF_WEEK) + " week " + c.get(Calendar.WEEK_OF_YEAR) + " " + c.getTimeZone().getID() + " " + c.isLenient());
    }

    static void fails(Runnable r) {
        try {
            r.run();
            System.out.println("fine");
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    static Calendar.Builder utc() {
        return new Calendar.Builder().setTimeZone(TimeZone.getTimeZone("UTC"));
    }

    public static void main(String[] args) {
        show(utc().build());
        show(utc().setDate(2024, Calendar.FEBRUARY, 29).build());
        show(utc().setDate(2023, Calendar.MARCH, 1).setTimeOfDay(13, 45, 7).build());
        show(utc().setTimeOfDay(23, 59, 59, 999).build());
        show(utc().set(Calendar.YEAR, 2020).set(Calendar.DAY_OF_YEAR, 200).build());
        show(utc().setFields(Calendar.YEAR, 2021, Calendar.MONTH, 13, Calendar.DATE, 40).build());
        show(utc().set(Calendar.DAY_OF_YEAR, 5).setDate(2001, 2, 3).build());
        show(utc().setDate(2001, 2, 3).set(Calendar.DAY_OF_YEAR, 5).build());
        show(utc().setInstant(1_600_000_000_123L).build());
        show(utc().setInstant(new Date(-1)).build());
        show(utc().setWeekDate(2019, 10, Calendar.WEDNESDAY).build());
        show(utc().setWeekDefinition(Calendar.MONDAY, 4).setWeekDate(2020, 53, Calendar.SUNDAY).setTimeOfDay(6, 30, 0).build());
        show(utc().setWeekDate(2019, 10, Calendar.WEDNESDAY).setDate(2018, 0, 1).build());
        show(new Calendar.Builder().setTimeZone(TimeZone.getTimeZone("GMT-03:30")).setCalendarType("gregorian").setLocale(Locale.US)
            .setDate(1969, 11, 31).setLenient(false).build());
        fails(() -> utc().setLenient(false).setDate(2023, 1, 30).build());
        fails(() -> utc().setInstant(1).set(Calendar.YEAR, 3));
        fails(() -> utc().set(Calendar.YEAR, 3).setInstant(1));
        fails(() -> utc().set(Calendar.FIELD_COUNT, 3));
        fails(() -> utc().setFields(1));
        fails(() -> utc().setFields(1, 2, -1, 4));
        fails(() -> utc().setCalendarType("lunar"));
        fails(() -> utc().setWeekDefinition(0, 1));
        fails(() -> utc().setTimeZone(null));
        fails(() -> utc().setWeekDate(2020, 1, 9).build());
    }
}
