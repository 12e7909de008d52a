#!/bin/bash
# Usage: check_cycles.sh ROOT FOLDER...
# No cycle of folders: among the folders inside any folder, includes point in one direction. Files
# directly in a folder count as one folder, "files". Prints the folders of each cycle with the includes
# between them, and fails if there is one.
set -euo pipefail

cd "$1"
shift

# One line for each include of one of our files: the folder that holds both files, the child of it
# that includes, the child that is included, and the include itself.
# shellcheck disable=SC2016  # the program is awk's
includes() {
  find "$@" \( -name '*.?pp' -o -name '*.[ch]' \) -print0 | sort -z | xargs -0 awk '
    function child(part, count, depth) { return depth < count ? part[depth] : "files" }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
      split($0, quoted, "\"")
      from_count = split(FILENAME, from, "/")
      to_count = split(quoted[2], to, "/")
      folder = "."
      for (depth = 1; depth < from_count && depth < to_count && from[depth] == to[depth]; ++depth)
        folder = folder "/" from[depth]
      print folder, child(from, from_count, depth), child(to, to_count, depth),
            FILENAME ":" FNR ": includes " quoted[2]
    }'
}

edges=$(includes "$@" | awk '$2 != $3')
status=0
for folder in $(cut -d ' ' -f 1 <<<"$edges" | sort -u); do
  inside=$(awk -v folder="$folder" '$1 == folder' <<<"$edges")
  # tsort names the members of each cycle on stderr: "tsort: MEMBER".
  members=$(cut -d " " -f 2,3 <<<"$inside" | { tsort 2>&1 >/dev/null || true; } | sed -n 's/^tsort: \([^ :]*\)$/\1/p' | sort -u)
  [[ -n $members ]] || continue
  status=1
  echo "cycle of folders in $folder:" $members
  awk -v members=" $(tr '\n' ' ' <<<"$members")" \
    'index(members, " " $2 " ") && index(members, " " $3 " ")' <<<"$inside" | cut -d ' ' -f 4-
done
exit $status
