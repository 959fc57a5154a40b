import java.time.*;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.stream.Collectors;

/** Years, months, days that come back, and parts of periods. */
public class YearsAndPeriods {
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
