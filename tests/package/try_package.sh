#!/bin/bash
# Usage: try_package.sh BUILD_DIR SCRATCH_DIR CXX [MPIEXEC]
# Installs a tree of which only the program was built, moves what was installed to another place, and
# builds and runs a program that finds it there with find_package(sparlab); with MPIEXEC also those of
# docs/examples, on three ranks, and one that needs no more than mpicc and pkg-config. The installed
# program must use what was installed with it, although the tree that it was built from is still there.
set -euo pipefail

readonly build=$1 scratch=$2 compiler=$3 mpiexec=${4-}
consumer=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
source_tree=$(readlink -f "$consumer/../..")

rm -rf "$scratch"
# What ./sparlab does not build.
rm -rf "$build"/api/libsparlab.so* "$build/described"
cmake --install "$build" --prefix "$scratch/installed" >/dev/null
mv "$scratch/installed" "$scratch/moved"

if grep -rlF -e "$source_tree" -e "$scratch" "$scratch"/moved/lib*/cmake \
  "$scratch"/moved/lib*/pkgconfig "$scratch"/moved/include; then
  echo "these installed files name a folder of this machine" >&2
  exit 1
fi

# build_against_package SOURCE_DIR BUILD_DIR
build_against_package() {
  cmake -S "$1" -B "$2" -G Ninja -DCMAKE_PREFIX_PATH="$scratch/moved" \
    -DCMAKE_CXX_COMPILER="$compiler"
  cmake --build "$2"
}

build_against_package "$consumer" "$scratch/build"
"$scratch/build/consumer"

if [[ -n $mpiexec ]]; then
  build_against_package "$source_tree/docs/examples" "$scratch/examples"
  for example in allreduce overlap allreduce_c overlap_c sharded_optimizer planned_embedding; do
    "$mpiexec" -n 3 "$scratch/examples/$example"
  done

  libraries=$(dirname "$(dirname "$(find "$scratch/moved" -name sparlab.pc)")")
  export PKG_CONFIG_PATH=$libraries/pkgconfig LD_LIBRARY_PATH=$libraries
  # Not one word: flags of the compiler.
  # shellcheck disable=SC2046
  mpicc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror "$consumer/oktopk_training.c" \
    $(pkg-config --cflags --libs sparlab) -o "$scratch/oktopk_training"
  "$mpiexec" -n 3 "$scratch/oktopk_training"
  foreign=$(nm -D --defined-only "$libraries/libsparlab.so" | awk '$3 !~ /^(sparlab_|SPARLAB_)/')
  if [[ -n $foreign ]]; then
    printf 'libsparlab.so shows more than its interface:\n%s\n' "$foreign" >&2
    exit 1
  fi
fi

program=$scratch/moved/bin/sparlab
if [[ -x $program ]]; then
  for described in man/man1/sparlab-run.1 bash-completion/completions/sparlab \
    zsh/site-functions/_sparlab fish/vendor_completions.d/sparlab.fish; do
    if [[ ! -s $scratch/moved/share/$described ]]; then
      echo "share/$described was not installed" >&2
      exit 1
    fi
  done
  export HOME=$scratch
  unset XDG_CONFIG_HOME SPARLAB_PLATFORMS
  for kind in platforms suites workloads; do
    "$program" list "$kind" --format json >"$scratch/$kind"
    paths=$(grep -o '"path": "[^"]*"' "$scratch/$kind" | cut -d'"' -f4)
    if [[ -z $paths ]] || grep -vqF "$scratch/moved/" <<<"$paths"; then
      printf 'the installed program lists these %s:\n%s\n' "$kind" "$paths" >&2
      exit 1
    fi
  done
  # Not a suite on platform local, which would be measured first.
  "$program" plan sparcml-figure3-gige --engines model,loggp >/dev/null
  "$program" reproduce --list >"$scratch/rows"
  if ! grep -q '^sparcml-figure7 ' "$scratch/rows"; then
    echo "the installed program lacks the rows of published results" >&2
    exit 1
  fi
fi
