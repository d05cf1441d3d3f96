import type { ProblemCode } from '../../kernel/problems';
import { nullable, object, type Static, t } from '../../kernel/schema/schema';
import { type Draft, type Fields, type JobKind, jobKind, type Values } from './declaration';

/** The code of a job that has asked for what cannot be taken back, and ends before it is known what came of that. */
export const OUTCOME_UNKNOWN = 'outcome_unknown' satisfies ProblemCode;

/** The state of a job that makes one request which cannot be taken back. */
const asking = {
  /** The number of requests, without those that were answered with a refusal. */
  asked: t.Integer({ minimum: 0 }),
  /** The time since which the marketplace answers that the requested thing is not there, in ms since 1970 by the clock of Postgres. */
  missingSince: nullable(t.Integer()),
};
const position = object(asking);

export type Asking = Static<typeof position>;

const notAsked: Asking = { asked: 0, missingSince: null };

/** True if the requested thing may exist. */
export const wasAsked = ({ asked }: Pick<Asking, 'asked'>): boolean => asked > 0;

/** A kind whose jobs ask once. */
export type OnceKind<
  I extends Fields = Fields,
  C extends Fields = Fields,
  D extends Fields = Fields,
  R extends Fields = Fields,
> = JobKind<I, C, D, typeof asking, R>;

type OnceDraft<I extends Fields, C extends Fields, D extends Fields, R extends Fields> = Omit<
  Draft<I, C, D, typeof asking, R>,
  'position' | 'initial' | 'beyondRecall'
> & {
  /** The first values of counters and details. */
  readonly initial: Values<C & D>;
};

/** Declares a kind whose jobs ask once, see act.ts. Their position says whether they have asked; a job that has asked is beyond recall. */
export const onceKind = <
  const I extends Fields,
  const C extends Fields,
  const D extends Fields,
  const R extends Fields,
>({
  initial,
  ...draft
}: OnceDraft<I, C, D, R>): OnceKind<I, C, D, R> =>
  jobKind<I, C, D, typeof asking, R>({
    ...draft,
    position: asking,
    initial: { ...initial, ...notAsked } as Values<C & D & typeof asking>,
    beyondRecall: wasAsked,
  });
