import java.time.*;
import java.time.Duration;
import java.time.format.*;
import java.time.format.DateTimeParseException;
import java.time.temporal.*;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import java.util.stream.Collectors;

/** Dates, times and what lies between them. */
public class TimeParts {
    public static void main(String[] args) throws Throwable {
        Adjusters.main(args);
        DurationText.main(args);
        YearsAndPeriods.main(args);
        Times.main(args);
        CalendarBuilders.main(args);
    }
}

/** What makes a date of a date, and months of years. */
class Adjusters {
    public static void main(String[] args) {
        for (int i = 0; i < 400; i += 37) {
            LocalDate d = LocalDate.of(2024, Month.FEBRUARY, 28).plusDays(i);
            System.out.println(d + " " + d.with(TemporalAdjusters.firstDayOfMonth()) + " " + d.with(TemporalAdjusters.lastDayOfMonth()) + " "
                + d.with(TemporalAdjusters.firstDayOfNextMonth()) + " " + d.with(TemporalAdjusters.firstDayOfYear()) + " "
                + d.with(TemporalAdjusters.lastDayOfYear()) + " " + d.with(TemporalAdjusters.firstDayOfNextYear()));
            for (DayOfWeek day : DayOfWeek.values()) {
                System.out.print(d.with(TemporalAdjusters.next(day)) + " " + d.with(TemporalAdjusters.nextOrSame(day)) + " "
                    + d.with(TemporalAdjusters.previous(day)) + " " + d.with(TemporalAdjusters.previousOrSame(day)) + " "
                    + d.with(TemporalAdjusters.firstInMonth(day)) + " " + d.with(TemporalAdjusters.lastInMonth(day)) + " "
                    + d.with(TemporalAdjusters.dayOfWeekInMonth(3, day)) + " " + d.with(TemporalAdjusters.dayOfWeekInMonth(0, day)) + " "
                    + d.with(TemporalAdjusters.dayOfWeekInMonth(-2, day)) + " " + d.with(day) + ";");
            }
            System.out.println();
        }
        LocalDateTime t = LocalDateTime.of(2020, 1, 31, 13, 5);
        System.out.println(t.with(TemporalAdjusters.lastInMonth(DayOfWeek.FRIDAY)) + " " + t.with(LocalTime.NOON) + " " + t.with(LocalDate.EPOCH)
            + " " + t.with(Month.FEBRUARY) + " " + t.toLocalDate().with(x -> ((LocalDate) x).plusDays(3)));
        for (int m = 1; m <= 12; m++) {
            YearMonth month = YearMonth.of(2023, m);
            System.out.print(month + " " + month.lengthOfMonth() + " " + month.atEndOfMonth() + " " + month.getMonth().getDisplayName(TextStyle.SHORT, Locale.US) + "; ");
        }
        System.out.println(YearMonth.of(1999, 12).plusMonths(3) + " " + YearMonth.of(2000, 2).equals(YearMonth.from(LocalDate.of(2000, 2, 9))));
        System.out.println(DayOfWeek.FRIDAY.getDisplayName(TextStyle.FULL, Locale.ENGLISH) + " " + DayOfWeek.from(t));
    }
}

/** Durations read from text, divided by each other and cut to units. */
class DurationText {
    public static void main(String[] args) {
        String[] texts = {
            "PT0S", "PT20.345S", "PT15M", "pt10h", "P2D", "P2DT3H4M", "PT-6H3M", "-PT6H3M", "-PT-6H+3M", "PT1.S", "PT-0.5S", "PT1,25S", "+P1DT1S",
            "PT1.123456789S", "P-1DT-0.000000001S", "PT9223372036854775807S", "-PT9223372036854775808S",
            "", "P", "PT", "P1", "P1DT", "P1D2H", "P1H", "PT1D", "PT1S2M", "PT1M1M", "PT1.1234567890S", "PT1.5M", "PT.5S", "T1S", "PT1S ", "P1Y", "P1D1D", "PT+S",
            "PT9223372036854775808S", "P9223372036854775807D", "PT9223372036854775807S1S", "P1DT9223372036854775807S", "PT--1S",
        };
        for (String text : texts) {
            try {
                System.out.println(text + " -> " + Duration.parse(text));
            } catch (DateTimeParseException e) {
                System.out.println(text + " -> " + e.getMessage() + "; " + e.getParsedString() + " at " + e.getErrorIndex() + "; " + e.getCause());
            }
        }
        Duration hour = Duration.ofHours(1), odd = Duration.ofMillis(-7_654_321);
        System.out.println(hour.dividedBy(Duration.ofMinutes(7)) + " " + odd.dividedBy(Duration.ofSeconds(2)) + " " + hour.dividedBy(odd));
        try {
            hour.dividedBy(Duration.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        for (ChronoUnit unit : ChronoUnit.values()) {
            try {
                System.out.println(unit + " " + odd.truncatedTo(unit) + " " + odd.negated().truncatedTo(unit));
            } catch (java.time.DateTimeException | ArithmeticException e) {
                System.out.println(unit + " " + e.getMessage());
            }
        }
    }
}

/** Years, months, days that come back, and parts of periods. */
class YearsAndPeriods {
    static void tried(Runnable r) {
        try {
            r.run();
        } catch (DateTimeException | IllegalArgumentException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        Year y = Year.of(2024);
        System.out.println(y + " " + y.isLeap() + " " + y.length() + " " + y.plusYears(-1) + " " + y.minusYears(24).isLeap() + " " + y.getValue());
        System.out.println(y.atDay(60) + " " + y.atMonth(2).atEndOfMonth() + " " + y.atMonth(Month.MAY) + " " + y.isAfter(Year.of(2020)));
        System.out.println(y.equals(Year.parse("2024")) + " " + y.compareTo(Year.of(2030)) + " " + y.hashCode() + " " + Year.parse("+12345"));
        System.out.println(Year.parse("24").isLeap());
        tried(() -> Year.parse("year"));
        tried(() -> Year.of(2023).atDay(366));
        YearMonth m = YearMonth.parse("2023-11");
        System.out.println(m.plus(3, ChronoUnit.MONTHS) + " " + m.minus(1, ChronoUnit.DECADES) + " " + m.lengthOfMonth());
        tried(() -> YearMonth.parse("2023"));
        tried(() -> m.plus(1, ChronoUnit.DAYS));
        MonthDay birthday = MonthDay.of(2, 29);
        System.out.println(birthday + " " + birthday.isValidYear(2023) + " " + birthday.atYear(2023) + " " + birthday.atYear(2024) + " " + birthday.withMonth(4));
        System.out.println(MonthDay.parse("--12-24").isAfter(birthday) + " " + MonthDay.from(LocalDate.of(2020, 3, 7)) + " " + birthday.getMonth() + birthday.getDayOfMonth());
        tried(() -> MonthDay.of(6, 31));
        Period p = Period.parse("P1Y2M3W4D"), q = Period.parse("-P2M1D");
        System.out.println(p + " " + q + " " + p.plus(q) + " " + p.minus(q) + " " + p.withDays(1).withMonths(14).normalized() + " " + p.withYears(0));
        tried(() -> Period.parse("P"));
        tried(() -> Period.parse("1Y"));
        LocalDate start = LocalDate.of(2024, 1, 31);
        System.out.println(start.datesUntil(LocalDate.of(2024, 6, 1), Period.ofMonths(1)).map(LocalDate::toString).collect(Collectors.joining(" ")));
        System.out.println(start.datesUntil(LocalDate.of(2024, 1, 1), Period.ofDays(-10)).toList());
        System.out.println(LocalDateTime.of(2020, Month.MARCH, 4, 5, 6, 7, 8000) + " " + Month.AUGUST.firstMonthOfQuarter());
        TreeMap<Year, List<String>> byYear = new TreeMap<>();
        for (String s : "2001 a,1999 b,2001 c".split(",")) byYear.computeIfAbsent(Year.parse(s.substring(0, 4)), k -> new ArrayList<>()).add(s.substring(5));
        System.out.println(byYear);
    }
}

/** `java.time`: dates, times, spans between them, their text and what is refused. */
class Times {
    static void refused(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": done");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }

    static void durations() {
        Duration[] all = {
            Duration.ZERO, Duration.ofSeconds(3661), Duration.ofMillis(-1500), Duration.ofNanos(-1), Duration.ofDays(3).plusHours(5),
            Duration.ofSeconds(-60, 500), Duration.ofMinutes(90).minusMillis(1), Duration.ofSeconds(59, 1999999999), Duration.of(7, ChronoUnit.HOURS),
        };
        for (Duration d : all) {
            System.out.println(d + " " + d.toDays() + " " + d.toHours() + " " + d.toMinutes() + " " + d.toMillis() + " " + d.toNanos() + " " + d.getSeconds() + " " + d.getNano()
                + " " + d.isNegative() + " " + d.negated() + " " + d.abs() + " " + d.multipliedBy(3) + " " + d.dividedBy(7) + " " + d.hashCode()
                + " " + d.toHoursPart() + ":" + d.toMinutesPart() + ":" + d.toSecondsPart() + "." + d.toMillisPart());
        }
        Arrays.sort(all);
        System.out.println(Arrays.toString(all));
        System.out.println(Duration.between(LocalTime.of(10, 15), LocalTime.of(9, 0, 30)) + " "
            + Duration.between(LocalDateTime.of(2020, 2, 28, 23, 0), LocalDateTime.of(2020, 3, 1, 1, 30, 15)) + " "
            + Duration.between(Instant.ofEpochMilli(1500), Instant.ofEpochMilli(250)));
    }

    static void instants() {
        Instant i = Instant.ofEpochSecond(1700000000L, 123456789);
        System.out.println(i + " " + i.plusMillis(877) + " " + i.minus(Duration.ofDays(400)) + " " + i.toEpochMilli() + " " + i.hashCode() + " " + Instant.EPOCH);
        System.out.println(Instant.ofEpochMilli(-1) + " " + Instant.parse("2001-02-03T04:05:06.5Z").getEpochSecond() + " " + i.isAfter(Instant.EPOCH)
            + " " + ChronoUnit.HOURS.between(Instant.EPOCH, i) + " " + i.until(Instant.EPOCH, ChronoUnit.SECONDS) + " " + i.plus(2, ChronoUnit.DAYS));
        System.out.println(Duration.between(Instant.now(), Instant.now()).toMinutes());
    }

    static void dates() {
        LocalDate d = LocalDate.of(2024, Month.JANUARY, 31);
        System.out.println(d + " " + d.plusMonths(1) + " " + d.plusMonths(13) + " " + d.minusMonths(2) + " " + d.plusYears(1) + " " + d.plusDays(29) + " " + d.plusWeeks(-5)
            + " " + d.getDayOfWeek() + " " + d.getDayOfYear() + " " + d.isLeapYear() + " " + d.lengthOfMonth() + " " + d.lengthOfYear() + " " + d.getMonth() + " " + d.hashCode());
        System.out.println(LocalDate.of(2024, 2, 29).plusYears(1) + " " + LocalDate.of(2024, 2, 29).withYear(2023) + " " + d.withMonth(4) + " " + LocalDate.ofYearDay(2023, 60)
            + " " + LocalDate.ofEpochDay(-719529) + " " + LocalDate.MAX + " " + LocalDate.MIN + " " + LocalDate.of(-5, 3, 1) + " " + LocalDate.of(12345, 3, 1).toEpochDay());
        for (long day = -800000; day < 800000; day += 7919) {
            LocalDate e = LocalDate.ofEpochDay(day);
            if (e.toEpochDay() != day) System.out.println("wrong " + day);
            if (day % 79190 == 0) System.out.print(e + " " + e.getDayOfWeek().getValue() + " " + ChronoUnit.MONTHS.between(d, e) + " " + d.until(e) + "; ");
        }
        System.out.println();
        System.out.println(Period.between(LocalDate.of(2000, 1, 31), LocalDate.of(2010, 3, 1)) + " " + d.until(LocalDate.of(2023, 3, 30)) + " " + Period.of(1, 14, 3).normalized()
            + " " + d.plus(Period.of(1, 1, 1)) + " " + d.minus(Period.ofWeeks(2)) + " " + Period.ZERO + " " + Period.ofMonths(-3).hashCode() + " " + Period.ofDays(3).isNegative());
        System.out.println(ChronoUnit.DAYS.between(d, LocalDate.of(2025, 1, 1)) + " " + d.until(LocalDate.of(1999, 12, 31), ChronoUnit.YEARS) + " " + d.compareTo(LocalDate.of(2020, 5, 5))
            + " " + d.isBefore(LocalDate.of(2024, 2, 1)) + " " + d.equals(LocalDate.parse("2024-01-31")) + " " + d.datesUntil(LocalDate.of(2024, 2, 3)).count());
        System.out.println(DayOfWeek.MONDAY.minus(1) + " " + DayOfWeek.of(3).plus(12) + " " + Month.DECEMBER.plus(3) + " " + Month.FEBRUARY.maxLength() + " " + Month.of(7).minus(8));
        Map<DayOfWeek, Integer> byDay = new EnumMap<>(DayOfWeek.class);
        for (LocalDate e = d; e.isBefore(d.plusYears(1)); e = e.plusDays(1)) byDay.merge(e.getDayOfWeek(), 1, Integer::sum);
        System.out.println(byDay);
    }

    static void times() {
        LocalTime t = LocalTime.of(23, 59, 30);
        System.out.println(t + " " + t.plusSeconds(45) + " " + t.plusMinutes(-1500) + " " + t.minusHours(30) + " " + t.plusNanos(5) + " " + LocalTime.of(7, 5) + " " + LocalTime.NOON
            + " " + LocalTime.MAX + " " + LocalTime.parse("08:30:15.25") + " " + t.toSecondOfDay() + " " + t.hashCode() + " " + t.isBefore(LocalTime.NOON)
            + " " + t.truncatedTo(ChronoUnit.HOURS) + " " + t.until(LocalTime.NOON, ChronoUnit.MINUTES) + " " + LocalTime.ofSecondOfDay(3599).withHour(4));
        LocalDateTime a = LocalDateTime.of(2024, 2, 28, 22, 30);
        LocalDateTime b = LocalDateTime.parse("2025-02-28T22:29:59.001");
        System.out.println(a + " " + b + " " + a.plusHours(26) + " " + a.minusMinutes(100000) + " " + a.plusSeconds(-1) + " " + a.plus(Duration.ofMillis(1)) + " " + a.plusMonths(12)
            + " " + a.compareTo(b) + " " + a.hashCode() + " " + b.isAfter(a) + " " + b.toLocalDate().atStartOfDay() + " " + b.getNano() + " " + a.getDayOfWeek());
        for (ChronoUnit u : ChronoUnit.values()) {
            if (u.compareTo(ChronoUnit.MILLENNIA) <= 0) System.out.print(u + " " + a.until(b, u) + " " + u.between(b, a) + "; ");
        }
        System.out.println();
        String[] forms = {"yyyy/MM/dd HH:mm:ss", "d MMM uu, EEEE h:mm a", "EEE, dd MMMM yyyy 'at' kk''mm", "D n S SSS SSSSSS", "yyyyMMddHHmmss", "M/d/y K:m:s"};
        for (String form : forms) System.out.println(DateTimeFormatter.ofPattern(form, Locale.ENGLISH).format(b) + " | " + a.format(DateTimeFormatter.ofPattern(form, Locale.ENGLISH)));
        System.out.println(a.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME) + " " + b.format(DateTimeFormatter.ISO_LOCAL_TIME) + " " + b.format(DateTimeFormatter.ISO_LOCAL_DATE)
            + " " + b.toLocalDate().format(DateTimeFormatter.BASIC_ISO_DATE));
        System.out.println(LocalDate.parse("31.12.1999", DateTimeFormatter.ofPattern("dd.MM.yyyy")) + " " + LocalDateTime.parse("2020-02-03 4:05 PM", DateTimeFormatter.ofPattern("yyyy-MM-dd h:mm a", Locale.ENGLISH))
            + " " + LocalDateTime.parse("19991231235958", DateTimeFormatter.ofPattern("yyyyMMddHHmmss")) + " " + LocalDate.parse("5 Mar 2021", DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH)));
    }

    public static void main(String[] args) {
        durations();
        instants();
        dates();
        times();
        refused("month", () -> LocalDate.of(2024, 13, 1));
        refused("day", () -> LocalDate.of(2024, 1, 32));
        refused("leap", () -> LocalDate.of(2023, 2, 29));
        refused("short", () -> LocalDate.of(2023, 4, 31));
        refused("hour", () -> LocalTime.of(24, 0));
        refused("text", () -> LocalDate.parse("2024-1-01"));
        refused("rest", () -> LocalDate.parse("2024-01-01x"));
        refused("no such day", () -> LocalDate.parse("2023-02-29"));
        refused("unit", () -> LocalDate.of(2024, 1, 1).plus(1, ChronoUnit.HOURS));
        refused("unit of a time", () -> LocalTime.NOON.plus(1, ChronoUnit.DAYS));
        refused("field", () -> LocalDate.of(2024, 1, 1).format(DateTimeFormatter.ofPattern("HH:mm")));
        refused("letter", () -> DateTimeFormatter.ofPattern("yyyy-bb"));
        refused("seconds of days", () -> Duration.between(LocalDate.of(2024, 1, 1), LocalDate.of(2024, 1, 2)));
        refused("estimated", () -> Duration.of(1, ChronoUnit.MONTHS));
        refused("zero", () -> Duration.ofDays(1).dividedBy(0));
        refused("far", () -> LocalDate.MAX.plusYears(1));
    }
}

// Calendars made by builders, of fields, instants and weeks.


class CalendarBuilders {
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
