import type { Command } from 'just-bash';
import { program } from './program';

const THERE = 'awk, sed, jq and the other programs that `help` lists are.';
/** Programs that scripts ask for, and what to do instead. */
const ABSENT: Readonly<Record<string, string>> = {
  python: `Python is not in this sandbox; ${THERE}`,
  python3: `Python is not in this sandbox; ${THERE}`,
  node: `Node is not in this sandbox; ${THERE}`,
  npm: 'no package can be installed in this sandbox.',
  perl: `Perl is not in this sandbox; ${THERE}`,
  git: 'git is not in this sandbox; `diff` compares files, and the files of a workspace are backed up.',
  curl: 'nothing outside is reached from this sandbox; `tezgah` reaches the API of the store.',
  wget: 'nothing outside is reached from this sandbox; `tezgah` reaches the API of the store.',
  bc: "bc is not in this sandbox; `awk 'BEGIN { print 10 / 3 }'` and `$(( 10 / 3 ))` calculate.",
  zip: 'zip is not in this sandbox; `tar czf` packs files.',
  unzip: 'unzip is not in this sandbox; `tar xzf` unpacks archives of tar.',
  sqlite3: 'sqlite3 does not run in this sandbox; `xan` and `awk` read tables.',
};

/** The programs that are absent. They say so with the exit code of a program that is not there. */
export const absent: readonly Command[] = Object.entries(ABSENT).map(([name, why]) =>
  program(name, () => ({ err: `bash: ${name}: command not found: ${why}\n`, exitCode: 127 })),
);
