import { label, nullable, object, type Static, t, time, unit } from '../../kernel/schema/schema';
import { table } from '../../kernel/table/table';
import { decisionPoint } from '../../provider/decision-point';

/** Failures in a row after which a hook is deactivated (spec §6.1). */
export const FAILURES_MAX = 5;
/** Failures that are remembered of a hook, the last ones first. */
export const REMEMBERED = 10;

export const failure = object({
  at: label('Zaman', 'At')(time()),
  inputHash: label(
    'Girdi özeti',
    'Hash of the input',
  )(t.String({ description: 'SHA-256 of the cart that it was shown: equal inputs have equal ones.' })),
  message: label('Hata', 'Failure')(t.String()),
});
export type HookFailure = Static<typeof failure>;

/** The state of a store's hooks, as the checkout counts it: no change of the store. A command tells when a hook is deactivated there. */
export const breaker = table({
  word: 'hook breaker',
  label: label('Kanca sigortası', 'Breaker of a hook'),
  table: 'hook_breaker',
  columns: {
    extension: { type: 'text', schema: t.String(), kept: 'once' },
    point: { type: 'text', schema: decisionPoint, kept: 'once' },
    failures: {
      type: 'integer',
      schema: label('Art arda hata', 'Failures in a row')(t.Integer({ minimum: 0, ...unit('count') })),
      kept: 'once',
    },
    history: { type: 'jsonb', schema: t.Array(failure), kept: 'once' },
    trippedAt: { type: 'timestamptz', schema: nullable(time()), kept: 'apart' },
    /** The trip that a workflow drives to its end, from the failure that was one too many until somebody activates the hook again. */
    trip: { type: 'text', schema: nullable(t.String()), kept: 'apart' },
    /** No workflow tells of it. */
    givenUp: { type: 'boolean', schema: t.Boolean(), kept: 'apart' },
  },
});
