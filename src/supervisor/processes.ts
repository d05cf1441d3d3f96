import type { RunningProcess } from '../embedded/process';
import { settles, signalTo } from '../embedded/process';
import { type NodeProgram, startNodeProgram } from './node-child';
import { PortLost, type Reservation } from './ports';
import type { ProcessLedger } from './process-ledger';
import { Supervised } from './supervised';

/** The processes that use the servers, in the order in which they stop, then the servers. */
const users = ['storefront', 'api', 'worker', 'sandbox'];
const servers = ['temporal', 'postgres'];

/** Together below the ten seconds that a stop may take. */
const graceMs: Readonly<Record<string, number>> = {
  storefront: 5000,
  api: 5000,
  worker: 4500,
  sandbox: 1500,
  temporal: 2000,
  postgres: 1500,
};
const simulatorGraceMs = 1000;

type Start = (onSpawn: (pid: number) => void) => Promise<RunningProcess>;

/** Ways to ask a program how it is. */
export interface Probes {
  readonly answers?: (withinMs: number) => Promise<boolean>;
  readonly serves?: () => Promise<boolean>;
}

interface ProgramOptions extends Probes {
  /** Settles once database and Temporal are as programs need them. */
  readonly ground: Promise<unknown>;
  readonly onReady: (facts: Readonly<Record<string, unknown>>) => void;
}

interface ProcessesOptions {
  readonly ledger: ProcessLedger;
  readonly say: (name: string, line: string) => void;
  readonly note: (line: string) => void;
  /** Throws where nothing may start any more. */
  readonly mustGoOn: () => void;
  /** One that had ended is ready again. */
  readonly onRestart: () => void;
  readonly onPortLost: (error: PortLost) => void;
}

/** The processes of a run by their names: keeps them up, and ends them in order. */
export class Processes {
  private readonly supervised = new Map<string, Supervised>();

  constructor(private readonly options: ProcessesOptions) {}

  /** Keeps up a program of the product. */
  keepUp(
    name: string,
    program: NodeProgram,
    { ground, onReady, answers, serves }: ProgramOptions,
  ): Promise<RunningProcess> {
    const onLine = (line: string) => this.options.say(name, line);
    const start = (onSpawn: (pid: number) => void) =>
      startNodeProgram(program, { onSpawn, onLine, onReady, ground, ...(serves && { serves }) });
    return this.supervise(name, start, answers);
  }

  /** Keeps up a server that binds its port by itself: it is held here whenever the server is not there. */
  serve(name: string, place: Reservation, start: Start): Promise<RunningProcess> {
    return this.supervise(name, async (onSpawn) => {
      await place.hold();
      place.letGo();
      try {
        const running = await start(onSpawn);
        place.letGoUntil(running.exited);
        return running;
      } catch (error) {
        // Another program that was quicker explains the failure.
        await place.hold();
        throw error;
      }
    });
  }

  private supervise(name: string, start: Start, answers?: (withinMs: number) => Promise<boolean>) {
    const { ledger, note, mustGoOn, onRestart, onPortLost } = this.options;
    mustGoOn();
    const supervised = new Supervised({
      name,
      start: (onSpawn) =>
        start(onSpawn).catch((error: unknown) => {
          if (error instanceof PortLost) onPortLost(error);
          throw error;
        }),
      stopSignal: name === 'postgres' ? 'SIGINT' : 'SIGTERM',
      onSpawn: (pid) => ledger.record(name, pid),
      onRestart: ({ pid }) => {
        note(`${name} is ready again (pid ${pid}).`);
        onRestart();
      },
      say: note,
      ...(answers && { answers }),
    });
    this.supervised.set(name, supervised);
    return supervised.ready;
  }

  /** Null: it does not run now. */
  pid(name: string): number | null {
    return this.supervised.get(name)?.pid ?? null;
  }

  /** Settles when the process runs, or starts no more. */
  async up(name: string, signal: AbortSignal): Promise<void> {
    await this.supervised.get(name)?.up(signal);
  }

  /**
   * Ends all in order, the servers last, once nobody uses them. A slow process is not waited for by the next one.
   * @param closeUi closes what else asks the servers
   */
  async end(closeUi: () => Promise<void> | undefined): Promise<void> {
    const ends: Promise<void>[] = [];
    const simulators = [...this.supervised.keys()].filter((name) => !users.includes(name) && !servers.includes(name));
    for (const name of [...users, ...simulators]) {
      const end = this.supervised.get(name)?.stop(graceMs[name] ?? simulatorGraceMs);
      if (end === undefined) continue;
      ends.push(end);
      await settles(end, 700);
    }
    await Promise.all([...ends, closeUi()]);
    for (const name of servers) await this.supervised.get(name)?.stop(graceMs[name] ?? 0);
  }

  /** Kills all at once. Postgres still gets the signal on which it drops its sessions and leaves at once. */
  kill(): void {
    for (const [name, { pid }] of this.supervised) {
      if (pid !== undefined) signalTo(pid, name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
    }
  }
}
