#!/usr/bin/env bash
# Installs the Debian packages that Mesh is built and tested with, as root or
# through sudo. Does nothing, and uses no network, when all are installed.
#
# LLVM 22 is in the security suite of Debian 12; where the apt sources lack that
# suite, an entry for it is added.
set -euo pipefail

packages=(
  llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools # compiler libraries, lit, FileCheck
  clang-22 lld-22 libclang-rt-22-dev libomp-22-dev g++   # compiler, linker, sanitizers, OpenMP, libstdc++
  clang-format-22 clang-tidy-22                          # checks
  cmake ninja-build ccache zlib1g-dev libgtest-dev       # build
  python3 python3-psutil git                             # lit, its time limit per test, checks
  python3-numpy                                          # references of layers
)
security_list=/etc/apt/sources.list.d/mesh-bookworm-security.list
fallback_mirror=http://deb.debian.org/debian-security/

say() { printf 'install-packages: %s\n' "$*"; }
die() {
  say "$*" >&2
  exit 1
}

is_installed() {
  [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

has_candidate() {
  local line
  line=$(LC_ALL=C apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: //p')
  [[ -n $line && $line != "(none)" ]]
}

as_root() {
  if ((EUID == 0)); then
    env DEBIAN_FRONTEND=noninteractive "$@"
  else
    sudo env DEBIAN_FRONTEND=noninteractive "$@"
  fi
}

apt() { as_root apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@"; }

# The security mirrors that sit beside the mirrors in use, then the public one.
security_mirrors() {
  # shellcheck disable=SC2016 # the name is apt's, not the shell's
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    sed -n 's|^\(https\?://.*\)/debian/|\1/debian-security/|p' | awk '!seen[$0]++'
  echo "$fallback_mirror"
}

add_security_suite() {
  local mirror options=""
  if [[ -e /usr/share/keyrings/debian-archive-keyring.gpg ]]; then
    options="[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] "
  fi
  while read -r mirror; do
    say "adding bookworm-security from $mirror to the apt sources ($security_list)"
    echo "deb ${options}${mirror} bookworm-security main" | as_root tee "$security_list" >/dev/null
    if apt update -o Dir::Etc::sourcelist="$security_list" -o Dir::Etc::sourceparts=- \
      -o APT::Get::List-Cleanup=0 -o APT::Update::Error-Mode=any </dev/null &&
      has_candidate llvm-22-dev; then
      return
    fi
    say "$mirror does not provide LLVM 22"
    as_root rm -f "$security_list"
  done < <(security_mirrors | awk '!seen[$0]++')
}

command -v apt-get >/dev/null ||
  die "this is not a Debian system. Install these packages, or what corresponds to them: ${packages[*]}"

missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done
if ((${#missing[@]} == 0)); then
  say "all ${#packages[@]} packages are installed"
  exit 0
fi
say "to install: ${missing[*]}"
((EUID == 0)) || command -v sudo >/dev/null ||
  die "needs root or sudo to install: ${missing[*]}"

codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
apt update </dev/null || say "some apt sources could not be read; going on with the others"
if [[ $codename == bookworm ]] && ! has_candidate llvm-22-dev; then
  add_security_suite
fi

absent=()
for package in "${missing[@]}"; do
  has_candidate "$package" || absent+=("$package")
done
if ((${#absent[@]} > 0)); then
  die "no apt source of this system (${codename:-unknown release}) provides: ${absent[*]}
Mesh needs LLVM 22. Debian 12 has it in bookworm-security:
  deb $fallback_mirror bookworm-security main
For other releases, https://apt.llvm.org lists sources that provide it."
fi

apt install -y --no-install-recommends "${missing[@]}" </dev/null
for package in "${missing[@]}"; do
  is_installed "$package" || die "apt-get ended without an error, but $package is not installed"
done
say "done"
