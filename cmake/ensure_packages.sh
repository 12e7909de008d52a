#!/bin/bash
# Usage: ensure_packages.sh SECTION...
# Installs the Debian packages of these sections of debian-packages.txt that are missing: as root,
# or through sudo if that needs no password or can ask for one. Otherwise prints the command that
# installs them and exits 4. Prints nothing when nothing is missing. Without dpkg, the user provides
# the libraries, and CMake reports which one is missing.
set -euo pipefail

list=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/debian-packages.txt
readonly list

packages_of() {
  awk -v wanted=" $* " '
    /^\[/ { section = substr($0, 2, length($0) - 2); next }
    /^[^#]/ && index(wanted, " " section " ") { print $1 }' "$list"
}

missing_of() {
  local installed
  # dpkg-query fails if a package is unknown, but its output about the others is valid.
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  local package
  for package in "$@"; do
    grep -qx "installed $package" <<<"$installed" || echo "$package"
  done
}

# Sets `privilege` to the prefix of apt-get commands; fails if there is no way to become root.
find_privilege() {
  privilege=()
  if ((EUID == 0)); then return 0; fi
  if ! command -v sudo >/dev/null; then return 1; fi
  if sudo -n true 2>/dev/null; then
    privilege=(sudo -n)
  elif [[ -t 0 && -t 2 ]]; then
    privilege=(sudo)
  else
    return 1
  fi
}

apt_get() {
  "${privilege[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" </dev/null >>"$log" 2>&1
}

if ! command -v dpkg-query >/dev/null; then exit 0; fi
mapfile -t wanted < <(packages_of "$@")
mapfile -t missing < <(missing_of "${wanted[@]}")
if ((${#missing[@]} == 0)); then exit 0; fi

if ! find_privilege; then
  become="sudo sh -c"
  command -v sudo >/dev/null || become="su -c"
  {
    echo "sparlab needs ${#missing[@]} Debian package(s) that are not installed. To install them, type:"
    echo
    echo "  $become 'apt-get update && apt-get install -y --no-install-recommends ${missing[*]}'"
  } >&2
  exit 4
fi

echo "sparlab: installing ${#missing[@]} Debian package(s): ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The package lists may be absent (new system) or contain versions that no longer exist: then fetch
# them.
if ! apt_get install --no-install-recommends "${missing[@]}"; then
  if ! { apt_get update && apt_get install --no-install-recommends "${missing[@]}"; }; then
    cat "$log" >&2
    echo "sparlab: could not install the packages; apt-get's output is above" >&2
    exit 4
  fi
fi
