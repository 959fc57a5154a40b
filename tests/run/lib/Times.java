import java.time.*;
import java.time.format.*;
import java.time.temporal.ChronoUnit;
import java.util.*;

/** `java.time`: dates, times, spans between them, their text and what is refused. */
public class Times {
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
