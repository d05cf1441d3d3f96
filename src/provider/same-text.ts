import { timingSafeEqual } from 'node:crypto';

/** Whether a text that somebody sent is the wanted one, in a time that does not tell how much of it is. */
export function isSameText(sent: unknown, wanted: string): boolean {
  if (typeof sent !== 'string') return false;
  const [given, expected] = [Buffer.from(sent), Buffer.from(wanted)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
