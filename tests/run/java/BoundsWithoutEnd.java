/** Bounds that name each other through wildcards, so that a captured type's bound has wildcards again, without an end. */
public class BoundsWithoutEnd {
    interface Road<T extends Town<? extends Road<T>>> {
        void leadTo(T town);
    }

    interface Town<R extends Road<? extends Town<R>>> {
        R way();
        String name();
    }

    static class Lane implements Road<Village> {
        public void leadTo(Village town) { System.out.println("to " + (town == null ? "nowhere" : town.name())); }
    }

    static class Village implements Town<Lane> {
        public Lane way() { return new Lane(); }
        public String name() { return "village"; }
    }

    public static void main(String[] args) {
        Village village = new Village();
        village.way().leadTo(village);
        Town<?> town = village;
        town.way().leadTo(null);
        System.out.println(town.name());
    }
}
