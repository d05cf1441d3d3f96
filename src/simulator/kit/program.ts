import { type ParseArgsConfig, parseArgs } from 'node:util';

const EXIT_USAGE = 2;

/** A command line that says something else than the usage; told in one sentence. */
export class UsageError extends Error {}

/** Flags that every simulator has. */
export const generalFlags = {
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '0' },
  seed: { type: 'string', default: '7' },
  'latency-ms': { type: 'string', default: '40' },
  help: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options'];

export function generalOptions(values: { host: string; port: string; seed: string; 'latency-ms': string }) {
  return {
    host: values.host,
    port: whole('--port', values.port, 0, 65_535),
    seed: whole('--seed', values.seed, 0, 0xffff_ffff),
    latencyMs: whole('--latency-ms', values['latency-ms'], 0, 600_000),
  };
}

/** @throws {UsageError} */
export function readFlags<const Flags extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: Flags) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    // Node's text goes on with advice about `--`; its first sentence names the flag.
    const [sentence = ''] = (error as Error).message.split(/\.\s|\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`);
  }
}

/** @throws {UsageError} */
export function whole(flag: string, raw: string, min: number, max: number): number {
  const value = Number(raw);
  if (/^\d+$/.test(raw) && value >= min && value <= max) return value;
  throw new UsageError(`${flag} must be a whole number from ${min} to ${max}, not ${JSON.stringify(raw)}.`);
}

interface Started {
  readonly simulator: { readonly port: number; close(): Promise<void> };
  /** What the program says when it is ready. */
  readonly line: string;
}

/**
 * A simulator as a process of its own: it tells its parent when it is ready, and ends with it.
 * @param start reads the command line; what it answers as text is shown, and nothing runs
 */
export function runProgram(start: (args: string[]) => Promise<Started | string>): void {
  const main = async (): Promise<void> => {
    const started = await start(process.argv.slice(2));
    if (typeof started === 'string') {
      process.stdout.write(started);
      return;
    }
    const { simulator, line } = started;
    const stop = (): void => {
      // The IPC channel and the signal handlers would keep the process alive.
      void simulator.close().then(() => process.exit(0));
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    // A parent that was killed sends no signal; without this the simulator would outlive it and keep the port.
    if (process.send) process.once('disconnect', stop);
    process.stdout.write(`${line}\n`);
    process.send?.({ ready: true, port: simulator.port });
  };
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof UsageError ? EXIT_USAGE : 1;
    if (process.connected) process.disconnect();
  });
}
