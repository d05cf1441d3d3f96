import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { RunningProcess } from '../embedded/process';
import { describeExit, endWith, exitOf, settles } from '../embedded/process';

export interface NodeProgram {
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

interface Output {
  readonly onSpawn: (pid: number) => void;
  readonly onLine: (line: string) => void;
  readonly readyWithinMs: number;
}

/** A program ended, or stayed silent, before it said that it is ready. */
export class NotReadyError extends Error {
  constructor(
    message: string,
    /** A signal came from outside: starting again may well help. */
    readonly bySignal: boolean,
  ) {
    super(message);
  }
}

/**
 * A small young generation: under load the collector of a default one let an API grow to 313 MB where 208 MB did the same work
 * (measured).
 */
const nodeOptions = ['--enable-source-maps', '--max-semi-space-size=8'];

/**
 * Starts one of our own programs and answers when it has sent `{ ready: true }` over IPC. The channel is also its
 * lifeline: when it closes, the supervisor is dead and the program ends by itself.
 */
export async function startNodeProgram(program: NodeProgram, output: Output): Promise<RunningProcess> {
  const child = spawn(process.execPath, [...nodeOptions, program.entry, ...(program.args ?? [])], {
    // A group of its own: Ctrl-C reaches the supervisor alone, which then stops the others in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: program.env,
  });
  const exited = exitOf(child);
  if (child.pid === undefined) throw new NotReadyError(`${process.execPath} cannot be run.`, false);
  const running = { pid: child.pid, exited };
  output.onSpawn(running.pid);

  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      output.onLine(line);
    });
  }

  const ready = new Promise<'ready'>((resolve) => {
    child.on('message', (message) => {
      if ((message as { ready?: unknown } | null)?.ready === true) resolve('ready');
    });
  });
  const stop = (graceMs = 5000) => endWith(running, ['SIGTERM', graceMs], ['SIGKILL', 1000]);
  const first = Promise.race([ready, exited]);
  if (!(await settles(first, output.readyWithinMs))) {
    await stop(1000);
    throw new NotReadyError(`was not ready within ${output.readyWithinMs / 1000} s`, false);
  }
  const outcome = await first;
  if (outcome === 'ready') return { ...running, stop };
  throw new NotReadyError(`ended with ${describeExit(outcome)} before it was ready`, outcome.signal !== null);
}
