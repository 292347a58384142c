#!/bin/sh
# Makes this machine ready: `sh tools/ready.sh FOR PYTHON`, where FOR is run (a house), play (a house,
# and the client where there is a screen), dev (lint, and whatever needs no screen) or test (everything).
#
# First all that the machine lacks is said at once, with the one command that installs it; root installs
# it here where there is apt. Then .venv is made, or mended, and filled from requirements.lock.
set -eu
for=$1 python=$2
cd "$(dirname "$0")/.."
venv=.venv lock=requirements.lock
begun=$venv/.installing made=$venv/.made
newest_client=3.13

say() { printf '%s\n' "$*"; }
die() { say "$*" >&2; exit 1; }

# -- what the machine has ---------------------------------------------------------------------------

has() { command -v "$1" >/dev/null 2>&1; }
tells() { "$python" -c "$1" "${2:-}" 2>/dev/null; }
loads() { tells 'import ctypes, sys; ctypes.CDLL(sys.argv[1])' "$1"; }
draws() { ls /usr/lib/dri/*.so /usr/lib64/dri/*.so /usr/lib/*/dri/*.so 2>/dev/null | grep -q .; }
version=$(tells 'import sys; print("%d.%d" % sys.version_info[:2])') || version=
old() { tells 'import sys; sys.exit(sys.version_info >= (3, 11))'; }
plays() { tells "import sys; sys.exit(sys.version_info[:2] > tuple(map(int, sys.argv[1].split('.'))))" $newest_client; }
screen() { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = Darwin ]; }

# The environment that is there is kept if it is whole, of this Python, and in its place.
whole() {
  [ -x $venv/bin/python ] && [ ! -e $begun ] || return 1
  [ "$($venv/bin/python -c 'import sys, pip; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" = "$version" ] || return 1
  [ ! -s $made ] || [ "$(cat $made)" = "$PWD" ]
}

lacks='' packages=''
need() {
  lacks="$lacks
  - $1"
  packages="$packages $2"
}

client=
case $for in
  play) if screen && plays; then client=window; fi ;;
  test) if plays; then client=tests; fi ;;
esac
if [ -z "$version" ]; then
  need "Python 3.11 or newer: there is no $python here (another name: make PYTHON=python3.12 ...)" 'python3 python3-venv'
elif old; then
  need "Python 3.11 or newer: $python is $version (name a newer one: make PYTHON=python3.12 ...)" ''
elif ! whole && ! tells 'import ensurepip, venv'; then
  case $python in
    python3 | /usr/bin/python3) need 'the part of Python that makes virtual environments' python3-venv ;;
    *) need "the part of $python that makes virtual environments" "python$version-venv" ;;
  esac
fi
if [ "$for" = test ] && [ "$(uname)" = Linux ]; then
  has cc || need 'a C compiler, for a test of how bots are trained' 'gcc libc6-dev'
fi
if [ -n "$client" ] && [ "$(uname)" = Linux ]; then
  loads libGL.so.1 || need 'OpenGL, with which the client draws' libgl1
  loads libmtdev.so.1 || need 'libmtdev, with which the client feels touches' libmtdev1
fi
if [ "$client" = tests ] && [ "$(uname)" = Linux ]; then
  has Xvfb || need 'a screen for the tests of the client' xvfb
  has xauth || need 'the keys of that screen' xauth
  has xclip || need 'a clipboard on that screen' xclip
  loads libEGL.so.1 || need 'EGL, for the same' libegl1
  draws || need 'OpenGL without a graphics card' libgl1-mesa-dri
fi
if [ "$for" = test ] && [ "$(uname)" = Linux ]; then
  has chromium || need 'a browser, for the tests of the page' chromium
fi

if [ -n "$lacks" ]; then
  command="apt-get install -y --no-install-recommends$packages"
  say "What is missing here:$lacks" >&2
  [ -n "${packages# }" ] || exit 1
  if [ -z "${READY_AGAIN:-}" ] && [ "$(id -u)" = 0 ] && has apt-get; then
    say "Installing it: $command"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -q && $command; } || die "That failed; what apt-get says stands above."
    READY_AGAIN=yes exec sh tools/ready.sh "$for" "$python"
  fi
  die "Debian and its kin have it all; as root:
  $command"
fi

# -- what .venv has -----------------------------------------------------------------------------------

case $for in
  run) set=run ;;
  play)
    set=client
    if ! screen; then
      set=run
    elif ! plays; then
      set=run
      say "The client runs on Python 3.11 to $newest_client and this is $version: the house runs without it."
      say "With another Python that is here: make play PYTHON=python$newest_client"
    fi ;;
  *) set=dev ;;
esac
if [ $set = dev ] && ! plays; then
  say "The client runs on Python 3.11 to $newest_client and this is $version: its tests are left out."
fi

stamp=$(cat $lock pyproject.toml | cksum)
if whole && [ "$(cat $venv/.installed-$set 2>/dev/null)" = "$stamp" ]; then exit 0; fi

if [ -e $venv ] && ! whole; then
  say "$venv was left half made, or is of another Python or place: it is made anew."
  rm -rf $venv
fi
if [ ! -e $venv ]; then
  say "Making $venv with Python $version."
  "$python" -m venv $venv || { rm -rf $venv; die "$python could not make $venv; what it says stands above."; }
fi
touch $begun

# The sections of the lock up to one; what builds packages comes first, and nothing is fetched for that.
until_section() { sed "/^## $1:/,\$d" $lock; }
many() { grep -c '==' "$1"; }
# What pip says goes into the log; what is shown is a count of the packages, and the log's end if it fails.
log=$venv/install.log
install() {
  of=$1; shift
  { $venv/bin/python -m pip --disable-pip-version-check install --progress-bar off --no-deps $compiles "$@" 2>&1 \
    && say '### all of it'; } | counted "$of"
}
counted() {
  count=0 all=
  while IFS= read -r line; do
    say "$line" >>$log
    case $line in
      'Collecting '* | 'Requirement already satisfied: '* | 'Processing '*)
        # What lies in a folder of packages is named by its file.
        count=$((count + 1)) name=${line#Collecting } name=${name#Requirement already satisfied: }
        case $name in 'Processing '*) name=${name##*/} ;; esac
        [ -z "$1" ] || say "  $count of $1: ${name%% *}" ;;
      'Installing collected packages: '*) [ -z "$1" ] || say '  All are here and are put in their place.' ;;
      '### all of it') all=yes ;;
    esac
  done
  [ "$all" = yes ] || { tail -n 20 $log >&2; die "That failed; pip's last words stand above, all of them in $log."; }
}
# Of what developers install most is never imported; Python compiles the rest when it is.
compiles=
case $set in
  run) says='a house needs' sections=client ;;
  client) says='a house and the client need' sections=copy ;;
  dev) says='a house, the client and the tests need' sections=nothing compiles=--no-compile ;;
esac
until_section run >$venv/build.txt
until_section $sections >$venv/wanted.txt
say "Installing what $says (once; $(many $venv/wanted.txt) packages):"
rm -f $log
install '' --require-hashes -r $venv/build.txt
install "$(many $venv/wanted.txt)" --require-hashes --no-build-isolation --use-pep517 -r $venv/wanted.txt
install '' --no-build-isolation --no-index --quiet -e .
if [ $set = dev ]; then
  # RLCard unpacks its data when it is first imported: once here, not in two test workers at once.
  $venv/bin/python -c 'import rlcard.games.doudizhu.utils'
fi
say "$PWD" >$made
say "$stamp" >$venv/.installed-run
case $set in client | dev) say "$stamp" >$venv/.installed-client ;; esac
case $set in dev) say "$stamp" >$venv/.installed-dev ;; esac
rm $begun
say 'All is installed.'
