import { rmSync } from 'node:fs';
import path from 'node:path';
import { readJson, writeAtomically } from '../embedded/file-lock';
import type { ProcessIdentity } from '../embedded/process';
import { identityOf, isAlive, signalTo, waitUntilGone } from '../embedded/process';

/**
 * The processes of this run, on disk before they can do anything, so that the next start can end them when this
 * supervisor is killed. API, worker and simulators end by themselves then; Postgres and Temporal do not.
 */
export class ProcessLedger {
  private readonly file: string;
  private readonly processes: Record<string, ProcessIdentity> = {};

  constructor(dataFolder: string) {
    this.file = path.join(dataFolder, 'processes.json');
  }

  record(name: string, pid: number): void {
    this.processes[name] = identityOf(pid);
    writeAtomically(this.file, JSON.stringify(this.processes, undefined, 2));
  }

  clear(): void {
    rmSync(this.file, { force: true });
  }

  /** Ends what a killed run left behind; only processes whose pid and start time are both the recorded ones. */
  async endOrphans(): Promise<string[]> {
    const recorded = readJson<Record<string, ProcessIdentity>>(this.file) ?? {};
    const orphans = Object.entries(recorded).filter(([, identity]) => isAlive(identity));
    await Promise.all(orphans.map(([name, identity]) => end(name, identity)));
    this.clear();
    return orphans.map(([name, { pid }]) => `${name} (${pid})`);
  }
}

async function end(name: string, identity: ProcessIdentity): Promise<void> {
  // SIGTERM makes Postgres wait for its sessions, SIGINT ends them.
  const gentle = name === 'postgres' ? 'SIGINT' : 'SIGTERM';
  for (const [signal, patienceMs] of [
    [gentle, 4000],
    ['SIGQUIT', 1000],
    ['SIGKILL', 60_000],
  ] as const) {
    if (isAlive(identity)) signalTo(identity.pid, signal);
    if (await waitUntilGone(identity, patienceMs)) return;
  }
  throw new Error(`${name} of a killed run (pid ${identity.pid}) does not end.`);
}
