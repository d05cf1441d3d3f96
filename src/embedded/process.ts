import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export { sleep };

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process that this program started and must end. */
export interface RunningProcess {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Asks it to end; forces it after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/** A process for as long as it lives: a pid alone is reused by the kernel, a pid with its start time is not. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

export const describeExit = ({ code, signal }: Exit): string =>
  signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`;

/** Settles once; a process that could not be spawned at all counts as exited with code 127. */
export const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 127, signal: null }));
  });

/** True when the promise settled within the time. */
export async function settles(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const stop = new AbortController();
  const late = sleep(ms, false, { signal: stop.signal }).catch(() => false);
  const won = await Promise.race([promise.then(() => true), late]);
  stop.abort();
  return won;
}

/** Sends a signal; a process that is already gone is not an error. */
export function signalTo(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Asks with the first signal, insists with the next ones. */
export async function endWith(running: { pid: number; exited: Promise<Exit> }, ...steps: [NodeJS.Signals, number][]) {
  for (const [signal, patienceMs] of steps) {
    signalTo(running.pid, signal);
    if (await settles(running.exited, patienceMs)) return;
  }
}

/** When the process started, in whatever unit the system has; undefined when there is no such process or only its zombie. */
export function startTimeOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The command name may hold spaces and brackets: fields are counted after its closing one, which makes state the first.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
      return `${bootId()}/${fields[19]}`;
    } catch {
      return undefined;
    }
  }
  try {
    const [state, ...started] = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .split(/\s+/);
    return state === undefined || state.startsWith('Z') ? undefined : started.join(' ');
  } catch {
    return undefined;
  }
}

/** The length in ms of one tick of the system's clock that counts how long processes have run. */
const TICK_MS = 10;

/**
 * How long a process has run by now, all its threads together, in ms. On a machine that has more to do than it can, that is less than has
 * passed.
 * @returns undefined: the system does not tell, or there is no such process
 */
function processorMsOf(pid: number): number | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    }
    const time = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim();
    const [seconds = 0, minutes = 0, hours = 0] = time.split(/[-:]/).map(Number).reverse();
    return ((hours * 60 + minutes) * 60 + seconds) * 1000;
  } catch {
    return undefined;
  }
}

/** Milliseconds of the processor that a process had since it was looked at last, and in all. */
export interface Seen {
  readonly sinceMs: number;
  readonly inAllMs: number;
}

/** Tells how a process fared since it was looked at last, which its time alone does not: a busy machine gives it little. */
export class Run {
  private readonly beganMs: number | undefined;
  private lastMs: number | undefined;

  constructor(private readonly pid: number) {
    this.beganMs = processorMsOf(pid);
    this.lastMs = this.beganMs;
  }

  /** @returns none since the last look: it waits for something, or is frozen. undefined: the system does not tell */
  look(): Seen | undefined {
    const now = processorMsOf(this.pid);
    const { lastMs, beganMs } = this;
    this.lastMs = now;
    if (now === undefined || lastMs === undefined || beganMs === undefined) return undefined;
    return { sinceMs: Math.max(0, now - lastMs - TICK_MS), inAllMs: now - beganMs };
  }
}

/** Start times on Linux count from the boot, so the boot belongs to them. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
  } catch {
    return 'boot';
  }
}

export const identityOf = (pid: number): ProcessIdentity => ({ pid, startedAt: startTimeOf(pid) ?? '' });

export const isAlive = ({ pid, startedAt }: ProcessIdentity): boolean =>
  startedAt !== '' && startTimeOf(pid) === startedAt;

/** Waits for a process that is not a child of this one. */
export async function waitUntilGone(identity: ProcessIdentity, ms: number): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (isAlive(identity)) {
    if (Date.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}
