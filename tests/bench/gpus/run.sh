#!/bin/sh
# Programs on 1, 2 and 4 devices of this machine: medians inside the process, speed-ups, and whether the bits are the same.
#
#     run.sh FOLDER [NAME…]        FOLDER has the binaries that `prepare` builds
#
# RANKS=1 for as many ranks, each with a device of its own, where more than one is used; COUNTS="1 2" for other numbers of devices; DEVICES="0 0 0 0" for other devices than the first ones (`somdc devices` numbers them; the same one twice is
# for a try without several); SMALL=1 for sizes that a processor manages; PROFILE=1 prints after each time where it went, from a second run whose
# commands keep times; LIMIT=300 seconds a run. What the programs say beside goes to FOLDER/run.log.
set -u
folder=${1:-.}
[ $# -gt 0 ] && shift
counts=${COUNTS:-1 2 4} devices=${DEVICES:-0 1 2 3 4 5 6 7} limit=${LIMIT:-300}
log=$folder/run.log
: > "$log"

# Program and arguments, by a name for the table.
cases() {
    if [ "${SMALL:-0}" = 1 ]; then
        echo "nbody-65536 NBody 2048 3 2
series Series 4096 3
mandelbrot Mandelbrot 512 3
blackscholes BlackScholes 262144 3
stencil-16384 Stencil 512 3 10
kmeans KMeans 65536 3 2
sparse Sparse 65536 3"
    else
        echo "nbody-65536 NBody 65536 9 5
nbody-262144 NBody 262144 5 2
series Series 1048576 7
mandelbrot Mandelbrot 8192 9
blackscholes BlackScholes 134217728 15
stencil-16384 Stencil 16384 5 100
kmeans KMeans 33554432 9 5
sparse Sparse 8388608 9"
    fi
}

# The first so many of the devices, with commas.
list() {
    echo "$devices" | tr ' ' '\n' | grep -v '^$' | head -n "$1" | paste -sd, -
}

printf '%-16s %8s %12s %12s %9s %6s  %s\n' program devices 'median s' 'first s' speed-up '/ n' bits
cases | while read -r name program arguments; do
    if [ $# -gt 0 ]; then
        case " $* " in *" $name "* | *" $program "*) ;; *) continue ;; esac
    fi
    [ -x "$folder/$program" ] || { printf '%-16s is not in %s\n' "$name" "$folder"; continue; }
    alone='' bits=''
    for count in $counts; do
        set_of=$(list "$count")
        echo "== $name, $count devices ($set_of)" >> "$log"
        settings="SOMD_TARGET=gpus SOMD_STRICT=devices SOMD_DEVICES=$set_of"
        [ "${RANKS:-0}" = 1 ] && [ "$count" -gt 1 ] && settings="SOMD_TARGET=cluster SOMD_RANK_TARGET=gpu SOMD_STRICT=devices SOMD_RANKS=$count"
        # shellcheck disable=SC2086
        said=$(env $settings timeout "$limit" "$folder/$program" $arguments 2>> "$log")
        case $said in median*) ;; *) printf '%-16s %8s failed: %s\n' "$name" "$count" "$(tail -n 1 "$log")"; continue ;; esac
        echo "$said" >> "$log"
        # shellcheck disable=SC2086
        set_fields() { median=$2 first=$6 checksum=$8; }
        # shellcheck disable=SC2086
        set_fields $said
        [ -n "$alone" ] || { alone=$median base=$count; }
        [ -n "$bits" ] || bits=$checksum
        same=$([ "$bits" = "$checksum" ] && echo same || echo "OTHERS: $checksum, not $bits")
        echo "$name $count $median $first $alone $base" | awk -v same="$same" \
            '{ printf "%-16s %8d %12.6f %12.6f %9.2f %6.2f  %s\n", $1, $2, $3, $4, $5 / $3, $5 / $3 / ($2 / $6), same }'
        if [ "${PROFILE:-0}" = 1 ]; then
            # shellcheck disable=SC2086
            env $settings SOMD_PROFILE=$folder/$name-$count.json timeout "$limit" "$folder/$program" $arguments 2>&1 |
                sed 's/^/    /' | tee -a "$log"
        fi
    done
done
