# Sourced by the scripts beside it: installs Node.js 24, the suite and the clients, and says where they are. Runs nothing.
# shellcheck shell=bash

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
checkout=$(cd -- "$here/../.." && pwd)
node="$here/node_modules/node/bin/node"
scratch=$(mktemp -d)
served=()

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Debian's name of a package is also the name of its command here.
ensure_command() {
    if command -v "$1" >/dev/null; then return; fi
    echo "installing $1" >&2
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >&2
}

# The stamp is a copy of the lock file, so a changed lock installs again and an interrupted install is not trusted.
ensure_node() {
    local stamp="$here/node_modules/.installed"
    if ! cmp -s "$here/package-lock.json" "$stamp"; then
        ensure_command npm
        echo "installing Node.js 24, the conformance suite and the clients" >&2
        # `install --no-save` and not `ci`, which insists on optional packages of other platforms.
        (cd "$here" && timeout 600 npm install --no-save --no-audit --no-fund --loglevel=error) >&2
        if [ ! -x "$node" ]; then
            # Some versions of npm do not run the install script that fetches the binary.
            (cd "$here/node_modules/node" && node installArchSpecificPackage.js) >&2
        fi
        "$node" --version >&2
        cp "$here/package-lock.json" "$stamp"
    fi
    # Clients start `node` by name; theirs is this one.
    PATH="$here/node_modules/node/bin:$PATH"
    export PATH
}

# The Python client, in an environment of its own beside the Node.js ones.
ensure_fastmcp() {
    local environment="$here/node_modules/.python"
    python="$environment/bin/python"
    if cmp -s "$here/requirements.txt" "$environment/.installed"; then return; fi
    echo "installing the Python client" >&2
    ensure_command python3
    # Debian ships `venv` apart from Python.
    python3 -m venv "$environment" 2>/dev/null || {
        as_root apt-get update -qq
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv >&2
        python3 -m venv "$environment"
    }
    timeout 600 "$environment/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" >&2
    cp "$here/requirements.txt" "$environment/.installed"
}

free_port() {
    "$node" -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

target_directory() {
    cargo metadata --manifest-path "$checkout/Cargo.toml" --format-version 1 --no-deps |
        "$node" -e 'let t = ""; process.stdin.on("data", (d) => t += d).on("end", () => console.log(JSON.parse(t).target_directory))'
}

# serve ADDRESS COMMAND...: starts an HTTP server and returns when it answers, or fails when it has ended or does not answer.
serve() {
    local address=$1 log="$scratch/server-${#served[@]}.log"
    shift
    SKILLS_ADDR=$address "$@" >"$log" 2>&1 &
    served+=($!)
    local pid=$!
    for _ in $(seq 100); do
        if ! kill -0 "$pid" 2>/dev/null; then break; fi
        if "$node" "$here/clients/answers.mjs" "http://$address/mcp"; then return; fi
        sleep 0.1
    done
    echo "the server did not answer on $address:" >&2
    cat "$log" >&2
    return 1
}

stop_all() {
    local pid
    for pid in "${served[@]}"; do
        kill "$pid" 2>/dev/null || continue
        for _ in $(seq 50); do
            kill -0 "$pid" 2>/dev/null || continue 2
            sleep 0.1
        done
        kill -KILL "$pid" 2>/dev/null || true
    done
    rm -rf "$scratch"
}
trap stop_all EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
