import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.Locale;

/** What makes a date of a date, and months of years. */
public class Adjusters {
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
