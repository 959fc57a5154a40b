#!/bin/sh
# Compiles the kernels of all test programs with NVIDIA's nvcc, in each of the ways that launches choose.
#
#     tests/cuda.sh emit FOLDER [SOMDC]     writes them, a file each
#     tests/cuda.sh build FOLDER [ARCH]     compiles them; sm_90 where nothing is said
#
# The first needs the compiler of this project, the second nvcc alone.
set -u
case ${1:-} in
emit)
    out=$2 somdc=${3:-target/debug/somdc}
    mkdir -p "$out"
    for program in samples/*/*.somd tests/kernels/*.somd tests/bench/*/*.somd tests/run/*/*.somd; do
        name=$(echo "$program" | tr / _)
        "$somdc" --emit cuda "$program" 2>/dev/null | awk -v at="$out/$name" '
            /^\/\/ ---- kernels\// { file = $3; sub("kernels/", "", file); file = at "." file; next }
            file { print > file }'
    done
    ls "$out" | wc -l
    ;;
build)
    in=$2 arch=${3:-sm_90} bad=0 all=0
    object=$(mktemp)
    try() {
        all=$((all + 1))
        if ! nvcc -arch="$arch" --fmad=false -cubin -w -o "$object" "$@" 2>"$object.log"; then
            bad=$((bad + 1))
            echo "FAILED $*"
            grep -m 3 error "$object.log"
        fi
    }
    for file in "$in"/*.cu; do
        options=
        # Launches say how large a square is, so that local memory has room.
        grep -q '^#ifndef BLOCKING' "$file" && options=-DBLOCKING=4
        # shellcheck disable=SC2086
        try $options "$file"
        for option in WARPS LOOK_BACK=16 ITERATIONS=4 COPIES=2 FIXED=3 ONE_BY_ONE LISTS=1; do
            grep -q "^#if.* ${option%=*}" "$file" && options="$options -D$option"
        done
        # shellcheck disable=SC2086
        [ -n "$options" ] && try $options "$file"
        grep -q '^#if LISTS' "$file" && try -DLISTS=2 "$file"
        grep -q '^#ifdef LOOK_BACK' "$file" && try -DLOOK_BACK=16 "$file"
    done
    echo "$all compilations, $bad failed"
    [ "$bad" = 0 ]
    ;;
*)
    sed -n '2,8s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
