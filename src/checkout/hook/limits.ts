import { CONFIG_BYTES_MAX } from '../../extension/hook/config-limit';

/** The limits of one call of a hook (spec §6.1, §8). */
export const limits = {
  /** The longest time that its thread may run for it. On a machine that is not overloaded the call takes as long by the clock. */
  runMs: 50,
  /** The longest time by the clock, in any case. A call that has run for less than `runMs` by then is not to blame for it. */
  wallMs: 500,
  memoryBytes: 16 * 1024 * 1024,
  stackBytes: 256 * 1024,
  /** No cart is larger, whatever is in it: who fills one cannot leave a hook out. */
  snapshotBytes: 128 * 1024,
  configBytes: CONFIG_BYTES_MAX,
  operationsBytes: 20 * 1024,
  messageChars: 200,
} as const;

export const TOO_LONG = `took longer than ${limits.runMs} ms`;
