#!/bin/sh
# Installs Parley for one user, or below another prefix. It needs no Java and no root.
#
#   install.sh                      installs beside this script's tarball content, or from --from FILE.tar.gz
#   install.sh --prefix DIR         into DIR instead of ~/.local
#   install.sh --from FILE          from a tarball; its sum is checked when FILE.sha256 or SHA256SUMS is beside it
#   install.sh uninstall            removes what was installed; sessions end, recordings stay unless --purge
#
# What it writes: PREFIX/lib/parley/VERSION with everything in it, PREFIX/lib/parley/current, PREFIX/bin/parley, man pages and
# shell completions as links below PREFIX/share. Nothing else is touched.
set -eu

say() { printf '%s\n' "install: $*"; }
fail() { printf '%s\n' "install: $*" >&2; exit 1; }

prefix=${HOME:-}/.local
from=
action=install
purge=
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) [ $# -gt 1 ] || fail "--prefix needs a folder"; prefix=$2; shift 2 ;;
    --prefix=*) prefix=${1#*=}; shift ;;
    --from) [ $# -gt 1 ] || fail "--from needs a file"; from=$2; shift 2 ;;
    --from=*) from=${1#*=}; shift ;;
    --purge) purge=1; shift ;;
    uninstall | --uninstall) action=uninstall; shift ;;
    -h | --help) sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "unknown argument '$1'; try --help" ;;
  esac
done
[ -n "$prefix" ] || fail "HOME is not set; name a folder with --prefix"
case $prefix in /*) ;; *) prefix=$(pwd)/$prefix ;; esac
lib=$prefix/lib/parley

# The links this script makes, as "path target".
links() {
  printf '%s\n' "bin/parley ../lib/parley/current/bin/parley"
  (cd "$lib/current/share" 2>/dev/null && find . -type f \( -path './man/*' -o -path './bash-completion/*' \
    -o -path './zsh/*' -o -path './fish/*' \) | sed 's|^\./||' | sort) | while read -r file; do
    up=$(printf '%s' "share/$file" | sed 's|[^/]*/|../|g; s|[^/]*$||')
    printf '%s\n' "share/$file ${up}lib/parley/current/share/$file"
  done
}

uninstall() {
  [ -d "$lib" ] || fail "nothing is installed in $lib"
  if [ -x "$prefix/bin/parley" ]; then
    "$prefix/bin/parley" stop >/dev/null 2>&1 || true
    say "stopped the daemon"
  fi
  links | while read -r path target; do
    if [ "$(readlink "$prefix/$path" 2>/dev/null)" = "$target" ]; then rm -f "$prefix/$path"; fi
  done
  rm -rf "$lib"
  # Folders that are empty now and were made for us; those in use stay.
  for folder in share/man/man1 share/man share/bash-completion/completions share/bash-completion share/zsh/site-functions \
    share/zsh share/fish/vendor_completions.d share/fish share bin lib; do
    rmdir "$prefix/$folder" 2>/dev/null || true
  done
  if [ -n "$purge" ]; then
    state=${PARLEY_HOME:-${XDG_STATE_HOME:-$HOME/.local/state}/parley}
    rm -rf "$state"
    if [ -z "${PARLEY_HOME:-}" ] && [ -n "${XDG_RUNTIME_DIR:-}" ]; then rm -rf "$XDG_RUNTIME_DIR/parley"; fi
    rm -rf "${XDG_CACHE_HOME:-$HOME/.cache}/parley"
    if [ -z "${PARLEY_HOME:-}" ]; then
      rmdir "${state%/parley}" "${XDG_CACHE_HOME:-$HOME/.cache}" 2>/dev/null || true
    fi
    say "removed recordings and settings in $state"
  fi
  rmdir "$prefix" 2>/dev/null || true
  say "removed Parley from $prefix"
}

check_sum() {
  folder=$(dirname "$1")
  name=$(basename "$1")
  if [ -f "$1.sha256" ]; then
    sums=$1.sha256
  elif [ -f "$folder/SHA256SUMS" ]; then
    sums=$folder/SHA256SUMS
  else
    say "no sum beside $name; not checked"
    return
  fi
  wanted=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$name\$/\1/p" "$sums")
  [ -n "$wanted" ] || fail "$sums does not name $name"
  is=$(sha256sum "$1" | cut -d ' ' -f 1)
  [ "$is" = "$wanted" ] || fail "$name is damaged: its sum is $is, and $sums says $wanted. Nothing was changed."
  say "the sum of $name is right"
}

install() {
  [ "$(uname -s)" = Linux ] || fail "this package is for Linux; see the README for other systems"
  scratch=
  if [ -z "$from" ]; then
    here=$(cd "$(dirname "$0")" && pwd -P)
    [ -x "$here/bin/parley" ] || fail "no Parley beside this script; name a tarball with --from"
    source=$here
  else
    [ -f "$from" ] || fail "there is no file $from"
    check_sum "$from"
    mkdir -p "$lib"
    scratch=$(mktemp -d "$lib/.new.XXXXXX")
    trap 'rm -rf "$scratch"' EXIT INT TERM HUP
    tar -xzf "$from" -C "$scratch"
    source=$(echo "$scratch"/parley-*)
    [ -x "$source/bin/parley" ] || fail "$from is not a Parley tarball"
  fi
  version=$(cat "$source/VERSION")
  mkdir -p "$lib"
  if [ "$source" != "$lib/$version" ]; then
    fresh=$(mktemp -d "$lib/.fresh.XXXXXX")
    cp -R "$source/." "$fresh"
    chmod 755 "$fresh"
    old=
    if [ -d "$lib/$version" ]; then
      old=$(mktemp -d "$lib/.old.XXXXXX")
      mv "$lib/$version" "$old/"
    fi
    mv "$fresh" "$lib/$version"
    [ -z "$old" ] || rm -rf "$old"
  fi
  say "making the start-up cache (a few seconds)"
  "$lib/$version/bin/parley" warm-up >/dev/null 2>&1 || say "it could not be made; Parley runs without it, a little slower to start"
  ln -sfn "$version" "$lib/current"
  links | while read -r path target; do
    mkdir -p "$prefix/$(dirname "$path")"
    ln -sfn "$target" "$prefix/$path"
  done
  say "Parley $version is in $lib/$version; the command is $prefix/bin/parley"
  if "$prefix/bin/parley" status >/dev/null 2>&1; then
    say "a daemon runs; it is restarted, and its sessions live on"
    "$prefix/bin/parley" restart
  fi
  for other in "$lib"/*; do
    case ${other##*/} in "$version" | current) ;; *) rm -rf "$other" ;; esac
  done
  case :${PATH:-}: in
    *:"$prefix/bin":*) ;;
    *) say "add $prefix/bin to your PATH:  export PATH=\"$prefix/bin:\$PATH\"" ;;
  esac
  say "try: parley demo"
}

$action
