#!/bin/sh
# Lists the commits between two revisions, grouped for release notes.
# usage: collect.sh [FROM [TO]]     FROM defaults to the newest tag before TO, TO to HEAD.
set -eu

to=${2:-HEAD}
if [ $# -ge 1 ]; then
    range="$1..$to"
elif tag=$(git describe --tags --abbrev=0 "$to" 2>/dev/null); then
    range="$tag..$to"
else
    # The first release: everything.
    range=$to
fi
git rev-parse --verify --quiet "$to^{commit}" >/dev/null || { echo "collect: no such revision: $to" >&2; exit 2; }
git rev-list --max-count=0 "$range" -- 2>/dev/null || { echo "collect: no such range: $range" >&2; exit 2; }

# A record ends with the byte 0x1e, because a body has lines of its own.
git log --no-merges --reverse --format='%s%x09%h%x09%b%x1e' "$range" -- |
    awk -F '\t' '
        BEGIN { RS = "\036" }
        function add(group, line) { lines[group] = lines[group] "- " line "\n" }
        { sub(/^\n/, "") }
        $0 == "" { next }
        {
            type = $1
            sub(/[(!:].*/, "", type)
            line = $1 " (" $2 ")"
            if ($1 ~ /^[a-z]+(\([^)]*\))?!:/ || $0 ~ /[\t\n]BREAKING[ -]CHANGE: /) add("Breaking", line)
            else if (type == "feat") add("Added", line)
            else if (type == "fix") add("Fixed", line)
            else if (type == "perf") add("Faster", line)
            else add("Other", line)
        }
        END {
            count = split("Breaking Added Fixed Faster Other", order, " ")
            for (at = 1; at <= count; at++)
                if (order[at] in lines) printf "%s## %s\n\n%s", (shown++ ? "\n" : ""), order[at], lines[order[at]]
        }
    '
