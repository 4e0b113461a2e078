#!/usr/bin/env bash
# Shows Bough on a machine on which nothing is left over: a minimal Debian with Node 20, npm and one plain user, in a container.
#
#   sudo infra/fresh-machine/run.sh [start] [person] [ci]      (all three when none is named)
#
#   start    a plain user's `npm start` answers
#   person   a plain user's `npm test` is green; what needs servers that are not there is named as skipped
#   ci       root's `npm test` with CI=true installs what is missing and is green with nothing skipped
#
# TIMES=2 runs each `npm test` twice in the same container: the second finds warm caches. STEPS="tests e2e" runs only these steps.
# It needs root, podman, debootstrap and npm. What is committed is tested, not what lies about. How this machine reaches package
# registries (proxies, a certificate authority, the files of npm, pip, Go and apt) is handed on; nothing else is.
# The Debian is kept in ~/.cache/bough/fresh-machine and made once: remove it to have a newer one.
set -euo pipefail

SUITE=${SUITE:-bookworm}
NODE=${NODE:-20}
NPM=${NPM:-10}
TIMES=${TIMES:-1}
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
KEPT=${XDG_CACHE_HOME:-$HOME/.cache}/bough/fresh-machine
IMAGE=bough-fresh-machine:$SUITE-node$NODE
# Low enough for any machine: to raise them takes a right that even root may lack.
LIMITS=(--ulimit nofile=4096:4096 --ulimit nproc=4096:4096 --pids-limit=-1)
HERE=$(mktemp -d)
CONTAINERS=()

# What comes first whatever is run: Node and the packages.
TOOLCHAIN=(node --input-type=module --eval
  "import { ensureToolchain, orSayWhy } from './infra/launch/toolchain.mjs'; await orSayWhy(() => ensureToolchain(console.log));")

say() { printf '%s  %s\n' "$(date +%T)" "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}
end() {
  for name in "${CONTAINERS[@]}"; do podman rm --force --time 5 "$name" >/dev/null 2>&1 || true; done
  rm -rf "$HERE"
}
trap end EXIT

needs() {
  [ "$(id -u)" = 0 ] || fail 'Run it as root: debootstrap makes devices and owners.'
  for program in podman debootstrap npm git tar; do
    command -v "$program" >/dev/null || fail "$program is missing (Debian: apt-get install podman debootstrap npm git tar)."
  done
}

# The mirror that this machine uses, when it runs the same Debian; otherwise the one that debootstrap knows.
mirror() {
  # shellcheck source=/dev/null
  if [ "$(. /etc/os-release && echo "${VERSION_CODENAME:-}")" = "$SUITE" ]; then
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null |
      sed -nE 's/^(URIs:|deb( \[[^]]*\])?) +([^ ]+).*/\3/p' | head -n 1
  fi
}

# A minimal Debian, then Node and npm from the npm registry in /usr/local, as Node's own archive puts them, and a plain user.
make_image() {
  podman image exists "$IMAGE" && return
  local debian=$KEPT/$SUITE architecture
  if [ ! -e "$debian.tar" ]; then
    say "Making a minimal Debian $SUITE (once) ..."
    mkdir -p "$KEPT"
    debootstrap --variant=minbase "$SUITE" "$HERE/debian" $(mirror) >"$HERE/debootstrap.log" 2>&1 ||
      fail "debootstrap failed: $(tail -n 5 "$HERE/debootstrap.log")"
    tar --numeric-owner -C "$HERE/debian" -cf "$debian.part" . && mv "$debian.part" "$debian.tar"
  fi
  say "Adding Node $NODE, npm $NPM and a plain user ..."
  architecture=$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
  npm install --prefix "$HERE/npm" --ignore-scripts --no-audit --no-fund --silent \
    "node-linux-$architecture@$NODE" "npm@$NPM" >"$HERE/npm.log" 2>&1 || fail "npm failed: $(cat "$HERE/npm.log")"
  mkdir -p "$HERE/local/bin" "$HERE/local/lib/node_modules"
  cp "$HERE/npm/node_modules/node-linux-$architecture/bin/node" "$HERE/local/bin/"
  cp -r "$HERE/npm/node_modules/npm" "$HERE/local/lib/node_modules/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$HERE/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$HERE/local/bin/npx"
  podman import --quiet "$debian.tar" "$IMAGE-bare" >/dev/null
  printf 'FROM %s-bare\nCOPY local/ /usr/local/\nRUN useradd --create-home --shell /bin/bash person && install -d ~root/bough && install -d -o person -g person ~person/bough\n' "$IMAGE" \
    >"$HERE/Dockerfile"
  podman build --pull-never --quiet --network=host --tag "$IMAGE" "$HERE" >/dev/null
}

# How this machine reaches registries, for the container: settings of the environment, and files where their programs look.
hand_on() {
  local name value
  for name in HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy GOPROXY GOSUMDB GONOSUMDB \
    GOFLAGS PIP_INDEX_URL PIP_DEFAULT_TIMEOUT UV_INDEX_URL npm_config_registry NPM_CONFIG_REGISTRY; do
    if [ -n "${!name:-}" ]; then printf '%s=%s\n' "$name" "${!name}"; fi
  done
  # The bundle stands beside the system's own, which the container's packages may rewrite.
  for name in NODE_EXTRA_CA_CERTS SSL_CERT_FILE CURL_CA_BUNDLE REQUESTS_CA_BUNDLE PIP_CERT GIT_SSL_CAINFO; do
    value=${!name:-}
    if [ -f "$value" ]; then
      mkdir -p "$HERE/files/opt/certificates"
      cp -L "$value" "$HERE/files/opt/certificates/$name.pem"
      printf '%s=/opt/certificates/%s.pem\n' "$name" "$name"
    fi
  done
  # Java has authorities of its own, and Maven reads no setting of the environment for them but this.
  if [ -f /etc/ssl/certs/java/cacerts ]; then
    mkdir -p "$HERE/files/opt/certificates"
    cp -L /etc/ssl/certs/java/cacerts "$HERE/files/opt/certificates/java"
    printf 'MAVEN_OPTS=-Djavax.net.ssl.trustStore=/opt/certificates/java\n'
  fi
}

hand_on_files() {
  local home=$1 file
  for file in .npmrc .config/pip/pip.conf .pip/pip.conf .config/go/env; do
    if [ -f "$HOME/$file" ]; then install -D -m 644 "$HOME/$file" "$HERE/files$home/$file"; fi
  done
  for file in /etc/pip.conf /etc/npmrc; do
    if [ -f "$file" ]; then install -D -m 644 "$file" "$HERE/files$file"; fi
  done
  # shellcheck source=/dev/null
  if [ "$(. /etc/os-release && echo "${VERSION_CODENAME:-}")" = "$SUITE" ]; then
    mkdir -p "$HERE/files/etc/apt/apt.conf.d" "$HERE/files/etc/apt/sources.list.d"
    for file in /etc/apt/apt.conf /etc/apt/apt.conf.d/*; do
      if grep -qiE '^Acquire::(http|https|ftp|Check|Retries|Force)' "$file" 2>/dev/null; then
        cp "$file" "$HERE/files/etc/apt/apt.conf.d/"
      fi
    done
    for file in /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list; do
      # Those of this Debian: what else this machine has is none of a fresh one's.
      if [ -f "$file" ] && grep -qE "^(Suites:|deb ).*\b$SUITE\b" "$file" && ! grep -q '^Architectures:' "$file"; then
        cp "$file" "$HERE/files/etc/apt/sources.list.d/"
      fi
    done
    if [ -f /etc/apt/sources.list ]; then cp /etc/apt/sources.list "$HERE/files/etc/apt/"; else : >"$HERE/files/etc/apt/sources.list"; fi
  fi
}

# A new container with the sources in the user's home; NAME and USER name it.
begin() {
  local name=$1 user=$2 home
  home=$([ "$user" = root ] && echo /root || echo "/home/$user")
  rm -rf "$HERE/files"
  mkdir -p "$HERE/files$home/bough"
  hand_on >"$HERE/environment"
  hand_on_files "$home"
  git -C "$ROOT" archive HEAD | tar -x -C "$HERE/files$home/bough"
  podman create --name "$name" --network=host --user "$user" --workdir "$home/bough" --env "HOME=$home" \
    --env-file "$HERE/environment" "${LIMITS[@]}" --shm-size=1g --init=false "$IMAGE" sleep infinity >/dev/null
  CONTAINERS+=("$name")
  tar --owner=0 --group=0 --exclude="./${home#/}" -C "$HERE/files" -cf - . | podman cp - "$name:/"
  podman start "$name" >/dev/null
  tar -C "$HERE/files$home" -cf - . | podman exec --interactive --user "$user" "$name" tar -C "$home" -xf -
}

inside() { podman exec "${@}"; }

# NAME COMMAND...: runs it inside; when it ends in the sentence that names a command for root, does that, and runs it again.
as_told() {
  local name=$1 said=$HERE/told.log command
  shift
  if inside "$name" "$@" >"$said" 2>&1; then return; fi
  command=$(sed -n 's/.*As root, this brings it: //p' "$said")
  [ -n "$command" ] || fail "$(cat "$said")"
  sed 's/^/    /' "$said"
  say "As root: $command"
  inside --user root "$name" sh -c "$command" >"$said" 2>&1 || fail "$(cat "$said")"
  inside "$name" "$@" >"$said" 2>&1 || fail "$(cat "$said")"
}

start() {
  local name=bough-fresh-start-$$ port said answer job
  begin "$name" person
  port=$((20000 + RANDOM % 10000))
  said=$HERE/start.log
  say "npm start, as a plain user, on port $port ..."
  as_told "$name" "${TOOLCHAIN[@]}"
  inside --env PORT=$port "$name" npm start >"$said" 2>&1 &
  job=$!
  for _ in $(seq 600); do
    answer=$(inside "$name" node -e "fetch('http://127.0.0.1:$port/ready').then((a) => console.log(a.status), () => {})" || true)
    if [ "$answer" = 200 ]; then
      sed 's/^/    /' "$said"
      say 'npm start answers.'
      return
    fi
    kill -0 $job 2>/dev/null || break
    sleep 1
  done
  cat "$said" >&2
  fail 'npm start did not answer.'
}

# NAME USER [ENVIRONMENT...]: the gate, as often as is wanted; answers the line in which it ends.
gate() {
  local name=$1 user=$2 n log last from
  shift 2
  begin "$name" "$user"
  as_told "$name" "${TOOLCHAIN[@]}"
  for n in $(seq "$TIMES"); do
    log=$HERE/$name-$n.log
    say "npm test as $user $* (run $n of $TIMES) ..."
    from=$SECONDS
    # shellcheck disable=SC2086
    if ! inside "${@/#/--env=}" "$name" npm test --silent -- ${STEPS:-} 2>&1 | tee "$log"; then
      fail "npm test as $user $* failed after $(((SECONDS - from) / 60)) min."
    fi
    last=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" | tail -n 1)
    say "npm test as $user $*: $last, in $(((SECONDS - from) / 60)) min $(((SECONDS - from) % 60)) s."
    case "$user $last" in
      *' 0 failed, '*) ;;
      *) fail 'It is not green.' ;;
    esac
    if [ "$user" = root ] && [[ $last != *', 0 skipped' ]]; then fail 'With CI=true nothing may be skipped.'; fi
  done
}

person() { gate "bough-fresh-person-$$" person; }
ci() { gate "bough-fresh-ci-$$" root CI=true; }

needs
make_image
for part in "${@:-start person ci}"; do
  for each in $part; do
    case $each in
      start | person | ci) "$each" ;;
      *) fail "There is no $each: start, person or ci." ;;
    esac
  done
done
say 'All of it holds.'
