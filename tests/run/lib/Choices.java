import java.text.*;

/** A text for each range of numbers. */
public class Choices {
    public static void main(String[] args) throws ParseException {
        ChoiceFormat f = new ChoiceFormat("0#no files|1#one file|1<many files|100#a '#'heap");
        for (double d : new double[]{-3, 0, 0.5, 1, 1.5, 2, 99, 100, 1e9, Double.NaN}) System.out.println(d + ": " + f.format(d));
        System.out.println(f.format(1L) + " " + f.toPattern());
        ChoiceFormat days = new ChoiceFormat(new double[]{1, 2, 3}, new String[]{"Mon", "Tue", "Wed"});
        System.out.println(days.format(2.5) + " " + days.parse("Wed") + " " + days.toPattern() + " " + days.equals(new ChoiceFormat("1#Mon|2#Tue|3#Wed")));
        System.out.println(days.getLimits().length + " " + days.getFormats()[0] + " " + ChoiceFormat.nextDouble(1) + " " + ChoiceFormat.previousDouble(1));
        try {
            new ChoiceFormat("2#a|1#b");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        String pattern = "There {0,choice,0#are no files|1#is one file|1<are {0,number,integer} files} in {1}.";
        for (int i = 0; i < 3; i++) System.out.println(MessageFormat.format(pattern, i * 1500 % 1501, "here"));
        System.out.println(MessageFormat.format(pattern, 1, "it"));
    }
}
