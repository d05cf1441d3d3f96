import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWith, exitOf } from '../../src/embedded/process';
import { type RunFile, readRunFile } from '../../src/supervisor/run-file';
import { familyOf, familySeconds, sharedOutMb } from './family';
import { programs, residentMb } from './program';

export interface IdlePace {
  /** From the moment it is ready until it rests. */
  readonly settleMs: number;
  readonly forMs: number;
}

/** One process with what it has started. */
export interface Idle {
  readonly name: string;
  /** Share of one core. */
  readonly percent: number;
  /** Its part of what it shares with others counts, see `sharedOutMb`. */
  readonly mb: number;
  readonly residentMb: number;
}

/** An installation as `npm start` runs it, with its demo store at both simulated marketplaces, and nobody who asks for anything. */
export async function measureIdle({ settleMs, forMs }: IdlePace): Promise<readonly Idle[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tezgah-idle-'));
  const { DATABASE_URL: _, TEMPORAL_ADDRESS: __, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--enable-source-maps', programs.start], {
    // The channel is its lifeline.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...inherited,
      ...{ PORT: '0', TEMPORAL_UI_PORT: '0', TEZGAH_DATA: folder, TEZGAH_DEMO_PRODUCTS: '20', LOG_LEVEL: 'error' },
    },
  });
  const pid = child.pid as number;
  const exited = exitOf(child);
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  try {
    let run: RunFile | undefined;
    while (run === undefined) {
      if (ended) throw new Error('the installation ended before it was ready');
      await sleep(500);
      run = readRunFile(folder);
    }
    await sleep(settleMs);
    const looked = Object.entries(processesOf(run));
    const before = looked.map(([, family]) => familySeconds(family()));
    const since = performance.now();
    await sleep(forMs);
    const seconds = (performance.now() - since) / 1000;
    return looked.map(([name, family], at) => {
      const pids = family();
      return {
        name,
        percent: ((familySeconds(pids) - (before[at] as number)) / seconds) * 100,
        mb: sharedOutMb(pids),
        residentMb: pids.reduce((sum, each) => sum + (residentMb(each) ?? 0), 0),
      };
    });
  } finally {
    await endWith({ pid, exited }, ['SIGTERM', 20_000], ['SIGKILL', 1_000]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The processes of the product: those that simulate providers belong to others. */
function processesOf({ pids: { simulators: _, supervisor, ...programs } }: RunFile): Record<string, () => number[]> {
  const families = Object.entries(programs).flatMap(([name, pid]) =>
    pid === null ? [] : [[name, () => familyOf(pid)] as const],
  );
  return { supervisor: () => [supervisor], ...Object.fromEntries(families) };
}
