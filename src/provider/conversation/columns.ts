import { label, line, nullable, personal, t, time } from '../../kernel/schema/schema';
import type { Columns } from '../../kernel/table/table';

/** The columns in which a row notes how a provider is asked for it. They are no change of the thing, and statements of the book write them. */
export const askedColumns = {
  /** The number of requests that were made; it is raised before each of them. */
  asked: { type: 'smallint', schema: t.Integer(), kept: 'apart', noted: 0, shown: false },
  /** The time of the last request. */
  askedAt: { type: 'timestamptz', schema: nullable(time()), kept: 'apart', shown: false },
  /** The time since which the provider says without a break that it knows nothing of it. */
  missingSince: { type: 'timestamptz', schema: nullable(time()), kept: 'apart', shown: false },
  waitingFor: {
    type: 'text',
    schema: personal(label('Beklenen', 'Waiting for')(nullable(line(300)))),
    kept: 'apart',
  },
} as const satisfies Columns;

/** The values of those columns in a row of which no provider was asked yet: those that its INSERT leaves to the database. */
export const unasked = { asked: 0, askedAt: null, missingSince: null, waitingFor: null } as const;
