import type { SandboxFault } from '../../kernel/declaration/sandbox';
import { WORKSPACE } from '../../kernel/declaration/sandbox';

/** Exit codes by which the scripts tell why they did nothing. */
const exits = {
  path_outside: 101,
  file_not_found: 102,
  not_a_file: 103,
  not_a_folder: 104,
  sandbox_full: 105,
} as const satisfies Partial<Record<SandboxFault, number>>;

export const faultOf = (code: number | null): SandboxFault | undefined =>
  (Object.keys(exits) as (keyof typeof exits)[]).find((fault) => exits[fault] === code);

const inWorkspace = (name: string): string =>
  `case "$${name}" in ${WORKSPACE}|${WORKSPACE}/*) ;; *) exit ${exits.path_outside} ;; esac`;

/** The path with its links followed, as `p`. Behind it stands an x: a shell takes line ends away. */
const resolved = `
p=$(realpath -m -- "$1" && printf x) || exit ${exits.path_outside}
p=\${p%?x}
${inWorkspace('p')}`;

/** The folder that was entered: a command may have put a link in the way since the path was judged. */
const here = `q=$(pwd -P)
${inWorkspace('q')}`;

/** Answers name, type, size and time of each entry, the names in order. `$2`: how many at most. */
export const listScript = `${resolved}
[ -e "$p" ] || exit ${exits.file_not_found}
[ -d "$p" ] || exit ${exits.not_a_folder}
cd -- "$p" 2>/dev/null || exit ${exits.path_outside}
${here}
find . -mindepth 1 -maxdepth 1 -printf '%f/%y/%s/%T@\\0' | LC_ALL=C sort -z | head -z -n "$2"`;

/** Answers the bytes, `$2` at most. */
export const readScript = `${resolved}
[ -e "$p" ] || exit ${exits.file_not_found}
[ -f "$p" ] || exit ${exits.not_a_file}
{
  q=$(readlink /proc/self/fd/7 && printf x)
  ${inWorkspace('q')}
  [ -f /proc/self/fd/7 ] || exit ${exits.not_a_file}
  head -c "$2" <&7
  exit
} 7<"$p" 2>/dev/null
# It was there a moment ago.
[ -L "$p" ] && exit ${exits.path_outside}
[ -e "$p" ] || exit ${exits.file_not_found}
[ -f "$p" ] || exit ${exits.not_a_file}
exit ${exits.path_outside}`;

/** Writes what comes in beside the file and moves it there, so that nobody reads half of it. */
export const writeScript = `${resolved}
[ ! -e "$p" ] || [ -f "$p" ] || exit ${exits.not_a_file}
d=\${p%/*}
n=./\${p##*/}
mkdir -p -- "$d" 2>/dev/null || exit ${exits.not_a_folder}
cd -- "$d" 2>/dev/null || exit ${exits.path_outside}
${here}
full() {
  # Nothing can be made in a folder that is gone.
  [ "$d" -ef . ] || exit ${exits.not_a_folder}
  exit ${exits.sandbox_full}
}
t=$(mktemp -- ./.writing-XXXXXX 2>/dev/null) || full
trap 'rm -f -- "$t"' EXIT
cat >"$t" || full
chmod 644 -- "$t" && { [ ! -e "$n" ] || chmod --reference="$n" -- "$t"; }
mv -fT -- "$t" "$n" || exit ${exits.not_a_file}`;

/** Longest path that a tar can make again, in bytes, with room for the folder that it stands in. */
const PATH_BYTES_MAX = 4_000;
const TOO_LONG = `${'?'.repeat(PATH_BYTES_MAX)}?*`;

/**
 * The files as an archive. One whose path is too long for the system could be read and never be made again. What their owner has closed to himself is opened first: it would be missing there. A file that a tar left out is
 * a failure, and no warning.
 */
export const packScript = `cd ${WORKSPACE} && chmod -R -- u+rX . || exit
deep=$(LC_ALL=C find . -path '${TOO_LONG}' -print -quit | head -c 200)
[ -z "$deep" ] || { printf 'This path is longer than ${PATH_BYTES_MAX} bytes; delete it: %s...' "$deep" >&2; exit 1; }
exec tar --create --file=- --format=posix --sparse --sort=name --numeric-owner --one-file-system \
  --pax-option=delete=atime,delete=ctime .`;

/** Files of an archive. Who owns them, and whether a program takes another user's rights, is not taken from it. */
export const unpackScript = `cd ${WORKSPACE} &&
exec tar --extract --file=- --no-same-owner --no-same-permissions --delay-directory-restore`;
