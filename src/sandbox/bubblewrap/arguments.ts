import { lstatSync, readlinkSync } from 'node:fs';
import { WORKSPACE } from '../../kernel/declaration/sandbox';
import { limits } from '../driver/limits';

export interface Base {
  /** The folder that is `/etc` inside. */
  readonly etc: string;
  readonly shell: string;
  /** The machine's parts for the program `tezgah`; left out: commands cannot call it. */
  readonly tezgah?: Tezgah;
}

/** The parts of this machine that the program `tezgah` needs. */
export interface Tezgah {
  /** The folder of the script by which it starts. */
  readonly bin: string;
  readonly node: string;
  /** Folders and files of the product, by their names there. */
  readonly parts: Readonly<Record<string, string>>;
}

const [PROGRAMS, SOCKET] = ['/opt/tezgah', '/run/api.sock'];
/** The script by which `tezgah` starts. */
export const TEZGAH_SCRIPT = `#!/bin/sh\nexec ${PROGRAMS}/node ${PROGRAMS}/dist/src/cli/main.js "$@"\n`;

/** Descriptors that bubblewrap is given: the filter, where it tells of the command, where the first step does, and where it waits. */
export const [FILTER, STATUS, FIRST_STEP, BEGIN] = [3, 4, 5, 6];

/**
 * The first process inside. It tells a missing folder from a command that fails, and states the limits where they count this sandbox alone.
 * It limits itself, and all below it inherit that: the command has the same user, and can write into its memory.
 * It stays, and waits for all that lose their parents: bubblewrap's own first process would be left to the first one of the machine,
 * which in a container waits for nobody. What its shell says of a command that was killed is nobody's output.
 */
const firstOf = (fileBytes: number): string =>
  [
    `cd -- "$1" 2>/dev/null || { printf c >&${FIRST_STEP}; exit 1; }`,
    `exec ${FIRST_STEP}>&-`,
    'shift',
    'exec 6>&2 2>/dev/null',
    `prlimit --pid $$ --nproc=${limits.processes} --fsize=${fileBytes} --nofile=${limits.descriptors} --data=${limits.memoryBytes} --core=0 && "$@" 2>&6 6>&-`,
    'exit $?',
  ].join('\n');

interface Run {
  /** The folder of the workspace. */
  readonly folder: string;
  readonly cwd: string;
  /** The program with its arguments. */
  readonly run: readonly string[];
  /** The size that a file may grow to. */
  readonly fileBytes: number;
  /** The socket that leads to the API. */
  readonly socket?: string | undefined;
}

export const argumentsFor = ({ etc, tezgah }: Base, { folder, cwd, run, fileBytes, socket }: Run): string[] => [
  ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
  ...[
    '--disable-userns',
    '--die-with-parent',
    '--new-session',
    '--as-pid-1',
    '--cap-drop',
    'ALL',
    '--hostname',
    'tezgah',
  ],
  ...['--ro-bind', '/usr', '/usr', ...systemFolders(), ...settingsOf(etc)],
  ...['--ro-bind', etc, '/etc'],
  ...['--ro-bind-try', '/etc/alternatives', '/etc/alternatives'],
  ...['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
  ...['--proc', '/proc', '--dev', '/dev', '--size', '16777216', '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
  ...['--size', String(limits.temporaryBytes), '--tmpfs', '/tmp'],
  ...['--bind', folder, WORKSPACE, '--chdir', '/'],
  ...(tezgah ? programs(tezgah) : []),
  ...(socket === undefined ? [] : ['--ro-bind', socket, SOCKET, '--setenv', 'TEZGAH_URL', `unix:${SOCKET}`]),
  ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
  ...['--seccomp', String(FILTER), '--json-status-fd', String(STATUS)],
  ...['--block-fd', String(BEGIN), '--remount-ro', '/'],
  ...['--', '/bin/sh', '-c', firstOf(fileBytes), 'sh', cwd, ...run],
];

/** All that a command finds in its environment. */
const environment = {
  PATH: `/usr/local/bin:/usr/bin:/bin:${PROGRAMS}/bin`,
  HOME: WORKSPACE,
  USER: 'workspace',
  LANG: 'C.UTF-8',
  TMPDIR: '/tmp',
  XDG_CACHE_HOME: '/tmp/.cache',
  TERM: 'dumb',
};

const programs = ({ bin, node, parts }: Tezgah): string[] => [
  ...['--ro-bind', bin, `${PROGRAMS}/bin`, '--ro-bind', node, `${PROGRAMS}/node`],
  ...Object.entries(parts).flatMap(([name, at]) => ['--ro-bind', at, `${PROGRAMS}/${name}`]),
];

/** Settings of the machine stand below `/usr` as well, and may hold credentials: those of npm do. An empty folder covers each. */
const settingsOf = (etc: string): string[] =>
  ['/usr/etc', '/usr/local/etc', '/usr/local/var'].flatMap((folder) =>
    lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? ['--ro-bind', `${etc}/alternatives`, folder] : [],
  );

/** `/bin` and its like, as the machine has them: links into `/usr`, or folders. */
const systemFolders = (): string[] =>
  ['/bin', '/sbin', '/lib', '/lib64'].flatMap((folder) => {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) return ['--symlink', readlinkSync(folder), folder];
    return found?.isDirectory() ? ['--ro-bind', folder, folder] : [];
  });
