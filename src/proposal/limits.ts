import { refuse } from '../kernel/errors';
import type { TokenLimits } from '../kernel/principal';
import type { Preview } from '../kernel/recorder';

/** Fields of a change that hold a price in kuruş. */
const PRICE_FIELDS = new Set(['price', 'compareAt']);

/** @returns why the change is beyond the limits of the token, or undefined */
export function beyondLimits(
  limits: TokenLimits | null,
  command: string,
  preview: Preview | undefined,
): string | undefined {
  if (!limits) return undefined;
  if (limits.neverCommands.includes(command)) return `The token may never run ${command}.`;
  const { priceChangePercent } = limits;
  if (priceChangePercent === null || !preview) return undefined;
  for (const { field, before, after, id } of preview.changes) {
    if (!PRICE_FIELDS.has(field) || typeof before !== 'number' || typeof after !== 'number') continue;
    const percent =
      before === 0 ? (after === 0 ? 0 : Number.POSITIVE_INFINITY) : (Math.abs(after - before) / before) * 100;
    if (percent > priceChangePercent) {
      return `The ${field} of ${id} would change by ${percent === Number.POSITIVE_INFINITY ? 'more than any' : percent.toFixed(1)} %, the token may change it by ${priceChangePercent} %.`;
    }
  }
  return undefined;
}

/** @throws {Refusal} limit_exceeded */
export function assertWithinLimits(limits: TokenLimits | null, command: string, preview: Preview | undefined): void {
  const reason = beyondLimits(limits, command, preview);
  if (reason) refuse('limit_exceeded', reason);
}
