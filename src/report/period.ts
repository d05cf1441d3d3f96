import { refuse } from '../kernel/errors';
import { askedSince, askedUntil, object, oneOf, type Static, t, time } from '../kernel/schema/schema';
import { DAY_MS } from '../kernel/shop-time';

/** Days of the longest period: a leap year. */
const DAYS_MAX = 366;

export const periodQuery = {
  since: askedSince(),
  until: askedUntil(),
  compare: t.Optional(
    oneOf(['before', 'year'], {
      default: 'before',
      description: 'With the period of the same length before, or with the same days of the year before.',
    }),
  ),
};

const querySchema = object(periodQuery);

/** A time from its beginning up to, and without, its end. */
export interface Period {
  /** The first moment, as ISO 8601. */
  readonly since: string;
  readonly until: string;
}

export const periodSchema = {
  since: time({ description: 'The beginning.' }),
  until: time({ description: 'The end; the moment itself is no part of it.' }),
};

/** The period of a report, and the one that it is compared with. @throws {Refusal} invalid_request of an empty or a too long one */
export function periodsOf({ since, until, compare = 'before' }: Static<typeof querySchema>): readonly [Period, Period] {
  const [from, to] = [Date.parse(since), Date.parse(until)];
  if (!(from < to)) refusePeriod('ends before it begins');
  if (to - from > DAYS_MAX * DAY_MS) refusePeriod(`has more than ${DAYS_MAX} days`);
  const period = { since: new Date(from).toISOString(), until: new Date(to).toISOString() };
  const before =
    compare === 'year'
      ? { since: yearBefore(from), until: yearBefore(to) }
      : { since: new Date(from - (to - from)).toISOString(), until: period.since };
  return [period, before];
}

/** Turkey keeps one time all year, so the clock of UTC names the same moment of the year before. */
function yearBefore(ms: number): string {
  const at = new Date(ms);
  at.setUTCFullYear(at.getUTCFullYear() - 1);
  return at.toISOString();
}

const refusePeriod = (fault: string): never =>
  refuse('invalid_request', `The period ${fault}.`, { errors: [{ pointer: '/query/until', message: fault }] });
