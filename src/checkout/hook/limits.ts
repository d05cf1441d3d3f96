import { CONFIG_BYTES_MAX } from '../../extension/hook/config-limit';

/** What one call of a hook may take (spec §6.1, §8). */
export const limits = {
  /** That its thread runs for it. On a machine that is not overloaded that is how long it takes. */
  runMs: 50,
  /** That it takes in any case; one that has run for less by then is not to blame for it. */
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
