import { timingSafeEqual } from 'node:crypto';

/** Compares a sent text with the wanted one. The time that it takes does not tell how much of the text fits. */
export function isSameText(sent: unknown, wanted: string): boolean {
  if (typeof sent !== 'string') return false;
  const [given, expected] = [Buffer.from(sent), Buffer.from(wanted)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
