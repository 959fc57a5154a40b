// Classes named as those that a superclass keeps for itself: what cannot be used is not inherited.

import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

public class HiddenMembers {
    static class Values<K, V> extends AbstractCollection<V> {
        private final Map<K, V> of;

        Values(Map<K, V> of) {
            this.of = of;
        }

        @Override
        public Iterator<V> iterator() {
            Iterator<Map.Entry<K, V>> entries = of.entrySet().iterator();
            return new Iterator<V>() {
                @Override
                public boolean hasNext() {
                    return entries.hasNext();
                }

                @Override
                public V next() {
                    return entries.next().getValue();
                }
            };
        }

        @Override
        public int size() {
            return of.size();
        }
    }

    static class Keys {
        @Override
        public String toString() {
            return "keys of my own";
        }
    }

    static class SubList {
        @Override
        public String toString() {
            return "a list of my own";
        }
    }

    static class One extends AbstractMap<String, Integer> {
        @Override
        public Set<Map.Entry<String, Integer>> entrySet() {
            return Collections.singleton(Map.entry("one", 1));
        }

        @Override
        public Collection<Integer> values() {
            return new Values<>(this);
        }

        Keys keys() {
            return new Keys();
        }
    }

    static class Two extends AbstractList<String> {
        @Override
        public String get(int i) {
            return new SubList() + " " + i;
        }

        @Override
        public int size() {
            return 2;
        }
    }

    public static void main(String[] args) {
        One one = new One();
        System.out.println(one + " " + one.values() + " " + one.keys());
        System.out.println(new Two() + " " + new Two().subList(1, 2));
    }
}
