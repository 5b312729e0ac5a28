#!/bin/sh
# Checks a commit message against the form that SKILL.md describes; usable as a commit-msg hook.
# Prints `line N: fault` for each fault. Exit code 0: none. 1: some. 2: usage.
set -eu

if [ $# -ne 1 ] || [ ! -r "$1" ]; then
    echo "usage: check_message.sh FILE" >&2
    exit 2
fi

# Characters, not bytes, where the locale can count them.
awk '
    function fault(line, text) { printf "line %d: %s\n", line, text; faults++ }

    # Everything below the scissors, and every comment, is dropped by git.
    /^# -+ >8 -+$/ { exit }
    /^#/ { next }

    { kept++; sub(/[ \t\r]+$/, "") }

    kept == 1 {
        subject = $0
        # Written by git itself.
        if (subject ~ /^(Merge|Revert|fixup!|squash!|amend!) /) { generated = 1; exit }
        if (length(subject) > 72) fault(NR, "the subject has " length(subject) " characters, 72 are allowed")
        if (subject !~ /^(feat|fix|perf|refactor|docs|test|build|ci|chore|revert)(\([a-z0-9_.\/-]+\))?!?: [^ ]/)
            fault(NR, "the subject does not start like `fix(scope): ` with a known type")
        else {
            text = subject
            sub(/^[^:]*: /, "", text)
            if (text ~ /^[A-Z][a-z]/) fault(NR, "the subject starts with a capital letter")
            if (text ~ /^(added|adds|fixed|fixes|changed|changes|removed|removes|updated|updates) /)
                fault(NR, "the subject is not an order: write `add`, `fix`, `change`, `remove`, `update`")
        }
        if (subject ~ /\.$/) fault(NR, "the subject ends with a full stop")
        marked = subject ~ /^[^:]*!:/
        next
    }

    kept == 2 && $0 != "" { fault(NR, "no blank line after the subject") }
    /^BREAKING[ -]CHANGE: / { explained = 1; next }
    # A line without a blank cannot be broken: an address, mostly.
    length($0) > 72 && / / { fault(NR, "the line has " length($0) " characters, 72 are allowed") }

    END {
        if (!generated) {
            if (!kept || subject == "") fault(1, "the message is empty")
            else if (marked && !explained) fault(1, "`!` without a footer `BREAKING CHANGE: …`")
            else if (explained && !marked) fault(1, "a footer `BREAKING CHANGE: …` without `!` before the colon")
        }
        exit faults ? 1 : 0
    }
' "$1"
