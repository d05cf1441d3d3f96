import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { RunningProcess } from '../embedded/process';
import { describeExit, endWith, exitOf, Run, settles } from '../embedded/process';
import { SOCKETS } from '../kernel/process/listening';
import type { Reservation } from './ports';

export interface NodeProgram {
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Ports on which it listens: it inherits their sockets. */
  readonly ports?: readonly Reservation[];
}

interface Output {
  readonly onSpawn: (pid: number) => void;
  readonly onLine: (line: string) => void;
  /** Takes the report of the process when it is ready. */
  readonly onReady?: (facts: Readonly<Record<string, unknown>>) => void;
  /** Settles when all is there that programs wait for while they start. */
  readonly ground?: Promise<unknown>;
  /** Asks one that is not ready yet whether it serves already: such a one is never ended. */
  readonly serves?: () => Promise<boolean>;
  /** How long a program may do nothing at all while it starts, in ms. @default two minutes */
  readonly idleMs?: number;
}

const IDLE_MS = 120_000;
/** Bounds the processor time of a start, at a hundred times what one takes. A program that takes more turns in a circle. */
const PROCESSOR_MS_MAX = 600_000;

const LAST_WORDS_MS = 2_000;

/** Behind the three streams and the channel. */
const FIRST_SOCKET = 4;

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
 * A small young generation, and an old one that is collected when it has doubled: what V8 would wait for is four times as much. Under
 * the same load an API took 177 MB, 255 without the second, for no processor time that could be measured.
 */
export const nodeOptions = ['--enable-source-maps', '--max-semi-space-size=8', '--heap-growing-percent=100'];

/**
 * Starts one of our own programs and answers when it has sent `{ ready: true }` over IPC. The channel is also its
 * lifeline: when it closes, the supervisor is dead and the program ends by itself.
 */
export async function startNodeProgram(program: NodeProgram, output: Output): Promise<RunningProcess> {
  const { ports = [] } = program;
  for (const port of ports) await port.hold();
  const inherited = ports.filter(({ descriptor }) => descriptor !== undefined);
  const child = spawn(process.execPath, [...nodeOptions, program.entry, ...(program.args ?? [])], {
    // A group of its own: Ctrl-C reaches the supervisor alone, which then stops the others in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc', ...inherited.map(({ descriptor }) => descriptor)],
    env: { ...program.env, [SOCKETS]: inherited.map(({ port }, at) => `${port}:${FIRST_SOCKET + at}`).join() },
  });
  const exited = exitOf(child);
  for (const port of ports) port.letGoUntil(exited);
  if (child.pid === undefined) throw new NotReadyError(`${process.execPath} cannot be run.`, false);
  const running = { pid: child.pid, exited };
  output.onSpawn(running.pid);

  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const silent = streams.map((stream) => {
    const lines = createInterface({ input: stream });
    lines.on('line', (line) => {
      output.onLine(line);
    });
    return once(lines, 'close');
  });

  const ready = new Promise<'ready'>((resolve) => {
    child.on('message', (message) => {
      const facts = message as Readonly<Record<string, unknown>> | null;
      if (facts?.ready !== true) return;
      output.onReady?.(facts);
      resolve('ready');
    });
  });
  const stop = (graceMs = 5000) => endWith(running, ['SIGTERM', graceMs], ['SIGKILL', 1000]);
  output.ground?.then(
    () => child.connected && child.send({ ground: true }, () => {}),
    () => {},
  );
  const first = Promise.race([ready, exited]);
  const stuck = await stuckBefore(first, running.pid, output);
  if (stuck !== undefined) {
    await stop(1000);
    throw new NotReadyError(stuck, false);
  }
  const outcome = await first;
  if (outcome === 'ready') return { ...running, stop };
  // Its last words may still be under way, and say why. A child of its own may hold the pipes for longer.
  await settles(Promise.all(silent), LAST_WORDS_MS);
  throw new NotReadyError(`ended with ${describeExit(outcome)} before it was ready`, outcome.signal !== null);
}

/** @returns why a program is given up that is not ready. A slow one is not: time that passes says nothing of a busy machine. */
async function stuckBefore(
  first: Promise<unknown>,
  pid: number,
  { serves, idleMs = IDLE_MS }: Output,
): Promise<string | undefined> {
  const run = new Run(pid);
  while (!(await settles(first, idleMs))) {
    const seen = run.look();
    if (seen === undefined || (await serves?.())) continue;
    if (seen.sinceMs === 0) return `did nothing for ${idleMs / 1000} s while it started`;
    if (seen.inAllMs > PROCESSOR_MS_MAX)
      return `was not ready after ${Math.round(seen.inAllMs / 1000)} s of the processor`;
  }
  return undefined;
}
