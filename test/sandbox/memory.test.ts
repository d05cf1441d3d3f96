import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findHierarchy, GroupedMemory } from '../../src/sandbox/driver/cgroup';
import { limits } from '../../src/sandbox/driver/limits';
import type { HostMemory } from '../../src/sandbox/driver/memory';
import { SampledMemory } from '../../src/sandbox/driver/sampled';
import { eventually } from '../world/eventually';
import { type Opened, openWith } from './drivers';
import { passableFolder } from './passable';

const MIB = 1024 * 1024;

/** Programs of perl that hold memory outside of what a process has for itself. Each holds it until it is ended. */
const holders = {
  'shared anonymous memory': (mib: number) =>
    // mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), and a write to each page
    `my $n = ${mib} * 1048576; my $p = syscall(9, 0, $n, 3, 0x21, -1, 0); die "mmap" if $p == -1; open(my $m, "+<", "/proc/self/mem") or die "mem"; for (my $i = 0; $i < $n; $i += 1048576) { sysseek($m, $p + $i, 0); syswrite($m, "x" x 1048576) } print "held\\n"; $| = 1; sleep 60`,
  'a memory file': (mib: number) =>
    // Each is bounded as a file is.
    `my ($name, @all) = "x"; for (1 .. ${mib} / 32) { my $f = syscall(319, $name, 0); die "memfd" if $f < 0; open(my $m, ">&=", $f) or die "fd"; push @all, $m; syswrite($m, "x" x 1048576) for 1 .. 32 } print "held\\n"; sleep 60`,
  'memory of System V': (mib: number) =>
    `my $n = ${mib} * 1048576; my $id = shmget(0, $n, 0600); die "shmget" unless defined $id; for (my $i = 0; $i < $n; $i += 1048576) { shmwrite($id, "x" x 1048576, $i, 1048576) } print "held\\n"; sleep 60`,
};

const hasPerl = (() => {
  try {
    return execFileSync('perl', ['-e', 'print 1']).toString() === '1' && process.arch === 'x64';
  } catch {
    return false;
  }
})();

const memories: Readonly<Record<string, (folder: string) => HostMemory | string>> = {
  'counted by the kernel': (folder) => GroupedMemory.open(folder),
  'looked at': () => new SampledMemory('It is tried.'),
};

describe.each(Object.keys(memories))('memory that is %s', (how) => {
  let here: Opened | undefined;
  beforeAll(async () => {
    const opened = await openWith('bubblewrap', memories[how]);
    if (typeof opened === 'string') console.warn(`memory that is ${how} is not tried: ${opened}`);
    else here = opened;
  });
  afterAll(() => here?.close());

  test.each(Object.entries(holders))('%s is bounded', async (_, holds) => {
    if (!here || !hasPerl) return;
    const run = (mib: number) => (here as Opened).exec(`perl -e '${holds(mib)}' & wait`, { timeoutMs: 60_000 });
    const ended = await run(2 * (limits.memoryBytes / MIB));
    // Where nobody can count it, there is none.
    if (/^(memfd|shmget) /.test(ended.stderr.toString())) expect(how).toBe('looked at');
    else expect(ended).toMatchObject({ exitCode: null, stoppedBy: 'memory', stdout: Buffer.alloc(0) });
    expect((await here.exec('echo well')).stdout.toString()).toBe('well\n');
  });

  test('files that lie in memory count, and memory that processes share counts once', async () => {
    if (!here || !hasPerl) return;
    const files = 'head -c 60000000 /dev/zero > /tmp/x; head -c 15000000 /dev/zero > /dev/shm/y; echo both';
    const holds = holders['shared anonymous memory'](limits.memoryBytes / MIB - 40);
    const ended = await here.exec(`${files}; perl -e '${holds}' & wait`, { timeoutMs: 60_000 });
    expect(ended).toMatchObject({ stoppedBy: 'memory', stdout: Buffer.from('both\n') });
    const shares = holders['shared anonymous memory'](200).replace('sleep 60', 'fork for 1 .. 3; sleep 2');
    expect(await here.exec(`perl -e '${shares}'`, { timeoutMs: 60_000 })).toMatchObject({
      exitCode: 0,
      stoppedBy: null,
    });
  });

  test('commands together have no more than the machine gives them', async () => {
    const share = limits as { hostMemoryShare: number };
    const before = share.hostMemoryShare;
    // As much as one command may have.
    share.hostMemoryShare = 0;
    const opened = await openWith('bubblewrap', memories[how]).finally(() => {
      share.hostMemoryShare = before;
    });
    if (typeof opened === 'string' || !hasPerl) return;
    try {
      const holds = holders['shared anonymous memory'](limits.memoryBytes / MIB / 4);
      const all = await Promise.all(
        Array.from({ length: 6 }, () => opened.exec(`perl -e '${holds}' & wait`, { timeoutMs: 15_000 })),
      );
      const stopped = all.map(({ stoppedBy }) => stoppedBy).toSorted();
      expect(stopped.filter((why) => why === 'memory').length).toBeGreaterThanOrEqual(3);
      expect(stopped.filter((why) => why === 'time').length).toBeGreaterThanOrEqual(1);
    } finally {
      await opened.close();
    }
  });
});

test('commands end, the largest first, while the machine has hardly any memory left', async () => {
  let left = Number.POSITIVE_INFINITY;
  const memory = () => new SampledMemory('', { hostBytes: Number.POSITIVE_INFINITY, available: () => left });
  const here = await openWith('bubblewrap', memory);
  if (typeof here === 'string') return;
  try {
    const small = here.exec('sleep 5; echo small', { timeoutMs: 60_000 });
    const large = here.exec(`perl -e 'my $x = "x" x (100 * 1048576); print "large"; sleep 60'`, { timeoutMs: 60_000 });
    void large.then(() => {
      left = Number.POSITIVE_INFINITY;
    });
    setTimeout(() => {
      left = 0;
    }, 2_000);
    expect(await large).toMatchObject({ stoppedBy: 'memory' });
    expect(await small).toMatchObject({ exitCode: 0 });
  } finally {
    await here.close();
  }
});

test('groups go with their works, and those of a program that was killed go with the next start', async () => {
  const folder = await passableFolder('groups');
  const first = GroupedMemory.open(folder);
  if (typeof first === 'string') return console.warn(`groups are not tried: ${first}`);
  const group = (first as unknown as { group: string }).group;
  const works = async () => (await readdir(group)).filter((name) => name.startsWith('work-'));
  await eventually(async () => (await works()).length === 0);
  first.room();
  expect(await works()).toHaveLength(1);
  const second = GroupedMemory.open(folder) as GroupedMemory;
  await eventually(async () => (await works()).length === 0);
  await second.close();
  await expect(readdir(group)).rejects.toThrow('ENOENT');
});

describe('where groups may stand', () => {
  const found = async (mountinfo: string, cgroup: string) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'proc-'));
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'mountinfo'), mountinfo);
    await writeFile(path.join(folder, 'cgroup'), cgroup);
    return findHierarchy(folder);
  };

  test.each([
    [
      'a service of a machine with version 2',
      '29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n',
      '0::/system.slice/tezgah.service\n',
      { version: 2, places: ['/sys/fs/cgroup/system.slice/tezgah.service', '/sys/fs/cgroup/system.slice'] },
    ],
    [
      'a container with version 2 and a view of its own',
      '29 23 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n',
      '0::/\n',
      { version: 2, places: ['/sys/fs/cgroup'] },
    ],
    [
      'both versions, of which the old one has memory',
      '35 31 0:31 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n40 31 0:36 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n',
      '4:memory:/a/b\n0::/\n',
      { version: 1, places: ['/sys/fs/cgroup/memory/a/b', '/sys/fs/cgroup/memory'] },
    ],
    [
      'a container with version 1 that sees the name of its machine',
      '35 31 0:31 /docker/12 /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n',
      '4:memory:/docker/12\n',
      { version: 1, places: ['/sys/fs/cgroup/memory'] },
    ],
    ['none', '22 1 0:20 / /proc rw - proc proc rw\n', '', undefined],
  ] as const)('%s', async (_, mountinfo, cgroup, expected) => {
    expect(await found(mountinfo, cgroup)).toEqual(expected);
  });
});
