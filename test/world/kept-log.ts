import { createLog, type Log } from '../../src/kernel/log';

export interface KeptLog {
  readonly log: Log;
  /** Each line as it was written. */
  readonly lines: string[];
  /** Those of a message, read. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  told(message: string): any[];
}

/** The product's log, kept for a test to read. */
export function keptLog(level = 'info'): KeptLog {
  const lines: string[] = [];
  const log = createLog('test', level, { write: (line) => void lines.push(line) });
  return {
    log,
    lines,
    told: (message) => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message),
  };
}
