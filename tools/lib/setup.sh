# What tools/quickstart.sh and tools/test.sh share: packages, configure, build.
# Sourced from the root of the project.

build_dir=build/release

section() { printf '\n== %s\n' "$*"; }

# Prints a command as one could type it, then runs it.
show_and_run() {
  printf '$'
  local word
  for word in "$@"; do
    if [[ $word =~ ^[A-Za-z0-9_@%+=:,./-]+$ ]]; then printf ' %s' "$word"; else printf " '%s'" "$word"; fi
  done
  printf '\n'
  "$@"
}

# The release build; with CI=true, warnings are errors.
build_mesh() {
  local preset=release
  [[ ${CI:-} == true ]] && preset=ci
  section "Packages"
  tools/install-packages.sh
  section "Configure (preset $preset)"
  cmake --preset "$preset"
  section "Build"
  cmake --build --preset "$preset"
}
