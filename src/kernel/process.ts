import { ConfigError } from '../config';

/** How a process of the product lives beside its supervisor: it says when it is ready and goes when it is told or left alone. */
export interface Stoppable {
  /** Ends accepting work, finishes what is under way, closes connections. */
  stop(): Promise<void>;
}

const STOP_MS_MAX = 8_000;

/** Tells the supervisor, when there is one, that this process serves. */
export function reportReady(facts: Readonly<Record<string, unknown>> = {}): void {
  process.send?.({ ready: true, ...facts });
}

/** Stops on SIGTERM and SIGINT, and when the supervisor dies (its IPC channel closes). A stop that hangs is cut off. */
export function stopOnSignals({ stop }: Stoppable): void {
  let stopping = false;
  const end = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (process.send) process.on('disconnect', end);
}

/** Retries until `attempt` succeeds: parts start together, and each waits for what it needs. */
export async function untilReady<T>(
  attempt: () => Promise<T>,
  options: { readonly everyMs: number; readonly forMs: number },
): Promise<T> {
  const until = Date.now() + options.forMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ConfigError || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, options.everyMs));
    }
  }
}
