import { ConfigError } from '../declaration/setting';

/** The longest stop, in ms. It is below the supervisor's patience (5 s), after which it kills. */
const STOP_MS_MAX = 4_000;

/** The pause, in ms, between two lines that say the reason for which a start waits. */
const SAID_EVERY_MS = 30_000;

/** True if a start finds all that it waits for: database, migrations and Temporal. A supervisor that makes them says so. */
let isGroundThere = process.send === undefined;

/** True if a supervisor listens, and tells people the reports of this process. */
export const isSupervised = (): boolean => process.send !== undefined;

/** Tells the supervisor, when there is one, that this process serves. */
export function reportReady(facts: Readonly<Record<string, unknown>> = {}): void {
  process.send?.({ ready: true, ...facts });
}

/**
 * Stops this process on SIGTERM and SIGINT, and when the supervisor dies (its IPC channel closes); also while it still boots.
 * @returns the steps of the stop, in order; a process adds to the front a step for each thing that it opens. A stop that hangs is cut off.
 */
export function stopOnSignals(): (() => Promise<void>)[] {
  const steps: (() => Promise<void>)[] = [];
  let stopping = false;
  const end = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
    let code = 0;
    for (const step of steps) await step().catch(() => (code = 1));
    process.exit(code);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (process.send) {
    process.on('disconnect', end);
    process.on('message', (message) => {
      isGroundThere ||= (message as { ground?: unknown } | null)?.ground === true;
    });
  }
  return steps;
}

/**
 * Retries until `attempt` succeeds: parts start together, and each waits for what it needs. While a supervisor makes that, there is no
 * bound: a slow machine takes its time. From then on attempts are counted, which a slow machine makes more slowly, too.
 * @throws the last error
 */
export async function untilReady<T>(
  attempt: () => Promise<T>,
  { everyMs, forMs }: { readonly everyMs: number; readonly forMs: number },
): Promise<T> {
  let saidAt = Date.now();
  for (let left = Math.ceil(forMs / everyMs); ; left -= Number(isGroundThere)) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ConfigError || left <= 0) throw error;
      if (Date.now() - saidAt > SAID_EVERY_MS) {
        saidAt = Date.now();
        process.stderr.write(`Still waiting: ${(error as Error).message}\n`);
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}
