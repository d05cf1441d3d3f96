import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as setTimeoutOf } from 'node:timers/promises';
import { limits } from './limits';
import { bytesOfHost, type HostMemory, Lookouts, type Room } from './memory';
import { kill } from './tree';

/** A hierarchy of groups that bounds memory, as this machine has it. */
interface Hierarchy {
  readonly version: 1 | 2;
  /** Folders in which a group may stand, the best one first. */
  readonly places: readonly string[];
}

/** Times after which the folder of a group that is still in use is tried again. In ms. */
const AGAIN_AFTER_MS = [0, 5, 20, 100, 500, 2_000];

interface Watched {
  readonly group: string;
  stop: () => void;
}

/** Each work has a group of its own, below one that bounds all of them: the kernel counts what its processes make, mapped or not. */
export class GroupedMemory implements HostMemory {
  readonly isHeldByKernel = true;
  readonly lack = '';
  private readonly going = new Set<Promise<void>>();
  private readonly lookouts = new Lookouts<Watched>((all) => {
    for (const each of all) if (this.kills(each.group) > 0) each.stop();
  });
  /** Groups of a program that was killed are removed while its successor makes new ones. */
  private readonly own = randomBytes(4).toString('hex');
  private count = 0;

  private constructor(
    private readonly version: 1 | 2,
    private readonly group: string,
  ) {}

  /** @param folder the folder of the sandbox program, by which its group is named @returns the reason for which there is no group */
  static open(folder: string): GroupedMemory | string {
    const hierarchy = findHierarchy();
    if (!hierarchy) return 'No cgroup of this machine bounds memory.';
    const name = `tezgah-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
    let reason = '';
    for (const place of hierarchy.places) {
      const group = path.join(place, name);
      try {
        const made = new GroupedMemory(hierarchy.version, group);
        made.begin(place);
        return made;
      } catch (error) {
        reason = (error as Error).message;
      }
    }
    return `No cgroup can be made: ${reason}`;
  }

  room(): Room {
    this.count += 1;
    const group = path.join(this.group, `work-${this.own}-${this.count}`);
    mkdirSync(group);
    this.bound(group, limits.memoryBytes);
    return {
      take: (pids) => {
        for (const pid of pids) this.move(pid, group);
      },
      watch: (stop) => {
        const watched = { group, stop };
        this.lookouts.add(watched);
        return () => {
          this.lookouts.remove(watched);
          return this.kills(group) > 0;
        };
      },
      leave: () => this.remove(group),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.going);
    await removed(this.group);
  }

  /** Makes the group of all works. A program that was killed may have left it, with its works. */
  private begin(place: string): void {
    if (this.version === 2) enable(place);
    for (const name of existsSync(this.group) ? readdirSync(this.group, { withFileTypes: true }) : [])
      if (name.isDirectory()) this.remove(path.join(this.group, name.name));
    mkdirSync(this.group, { recursive: true });
    if (this.version === 1) attempt(() => put(this.group, 'memory.use_hierarchy', 1));
    else enable(this.group);
    this.bound(this.group, bytesOfHost());
    this.tryOut();
  }

  /** A group that nobody can enter would fail the first command. @throws {Error} */
  private tryOut(): void {
    const room = this.room();
    // It waits for its input, and every machine that runs this has it.
    const guest = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    guest.on('error', () => {});
    try {
      if (guest.pid === undefined) throw new Error('No process can be started to try it out.');
      room.take([guest.pid]);
    } finally {
      kill(guest.pid);
      room.leave();
    }
  }

  private bound(group: string, bytes: number): void {
    if (this.version === 1) {
      put(group, 'memory.limit_in_bytes', bytes);
      // The bound is for memory and swap together, where the machine counts that.
      attempt(() => put(group, 'memory.memsw.limit_in_bytes', bytes));
      return;
    }
    put(group, 'memory.max', bytes);
    attempt(() => put(group, 'memory.swap.max', 0));
    if (group !== this.group) attempt(() => put(group, 'memory.oom.group', 1));
  }

  /** One that has ended meanwhile is nobody's matter. */
  private move(pid: number, group: string): void {
    try {
      put(group, 'cgroup.procs', pid);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  /** Processes that the kernel has ended for want of memory. */
  private kills(group: string): number {
    const text = read(path.join(group, this.version === 1 ? 'memory.oom_control' : 'memory.events'));
    return Number(/^oom_kill (\d+)/m.exec(text)?.[1] ?? 0);
  }

  private remove(group: string): void {
    const going = removed(group).finally(() => this.going.delete(going));
    this.going.add(going);
  }
}

/** Removes a group with all that still runs in it. One that stays is removed by the next start. */
async function removed(group: string): Promise<void> {
  for (const afterMs of AGAIN_AFTER_MS) {
    if (afterMs > 0) await setTimeoutOf(afterMs);
    for (const pid of read(path.join(group, 'cgroup.procs')).split('\n').filter(Boolean)) kill(Number(pid));
    try {
      rmdirSync(group);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    }
  }
}

/** Lets groups below one bound memory. @throws where processes stand in it, or nobody may */
function enable(group: string): void {
  if (!read(path.join(group, 'cgroup.subtree_control')).split(/\s/).includes('memory'))
    put(group, 'cgroup.subtree_control', '+memory');
}

const put = (group: string, file: string, value: number | string): void =>
  writeFileSync(path.join(group, file), String(value));

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Not every kernel has it.
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Reads the hierarchy from /proc/self/mountinfo and /proc/self/cgroup. @param proc the folder of these files */
export function findHierarchy(proc = '/proc/self'): Hierarchy | undefined {
  const mounts = read(path.join(proc, 'mountinfo'))
    .split('\n')
    .flatMap((line) => {
      const [before = '', behind = ''] = line.split(' - ');
      const [, , , root = '', at = ''] = before.split(' ');
      const [type = '', , options = ''] = behind.split(' ');
      return type.startsWith('cgroup') ? [{ root, at, type, options: options.split(',') }] : [];
    });
  const own = read(path.join(proc, 'cgroup'))
    .split('\n')
    .map((line) => {
      const [, kinds = '', ...rest] = line.split(':');
      return { kinds: kinds.split(','), path: rest.join(':') };
    });
  const old = mounts.find(({ type, options }) => type === 'cgroup' && options.includes('memory'));
  if (old) {
    const { path: mine = '/' } = own.find(({ kinds }) => kinds.includes('memory')) ?? {};
    return { version: 1, places: placesIn(old, mine, 1) };
  }
  const unified = mounts.find(({ type }) => type === 'cgroup2');
  if (!unified) return undefined;
  const { path: mine = '/' } = own.find(({ kinds }) => kinds[0] === '') ?? {};
  return { version: 2, places: placesIn(unified, mine, 2) };
}

/** A group of version 2 that holds processes bounds no other one. So one beside it may be the nearest. */
function placesIn(
  { root, at }: { readonly root: string; readonly at: string },
  mine: string,
  version: 1 | 2,
): string[] {
  const below = root !== '/' && mine.startsWith(root) ? mine.slice(root.length) : mine;
  const nearest = path.resolve(at, `.${below}`);
  const all = version === 1 ? [nearest, at] : [nearest, path.dirname(nearest)];
  return [...new Set(all.filter((place) => place === at || place.startsWith(`${at}/`)))];
}
