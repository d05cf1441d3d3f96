import { nullable, t } from '../../kernel/schema/schema';
import type { JobKindTerms } from '../contract/terms';
import { type JobKind, type JobOf, jobKind } from '../job/declaration';
import { counter } from '../job/table';
import { firstPlace, placeFields } from '../pull/pages';
import { since } from '../pull/since';

const input = { since };
const counters = { rowsChanged: counter('Değişen kayıt', 'Changed rows') };
const position = {
  /** The window that is read; null: none was planned yet. */
  from: nullable(t.String()),
  to: nullable(t.String()),
  /** The end of the last window. */
  end: nullable(t.String()),
  ...placeFields,
  /** Rows of the window so far. */
  rows: t.Integer(),
  /** True when every window is read: the rest of the rows is asked for one by one. */
  listed: t.Boolean(),
  /** The number of those that were asked for one by one. */
  asked: t.Integer(),
};
const came = { rowsChanged: t.Integer() };

/** A kind of job that brings what a marketplace lists into a table of the store, a window at a time. */
export type MirrorKind = JobKind<
  typeof input,
  typeof counters,
  Readonly<Record<never, never>>,
  typeof position,
  typeof came
>;

export type MirrorJob = JobOf<MirrorKind>;

export const mirrorKind = (name: string, terms: JobKindTerms<{ readonly since: string | null }>): MirrorKind =>
  jobKind({
    name,
    terms,
    input,
    counters,
    details: {},
    position,
    initial: {
      rowsChanged: 0,
      from: null,
      to: null,
      end: null,
      ...firstPlace,
      rows: 0,
      listed: false,
      asked: 0,
    },
    result: {
      fields: came,
      of: ({ progress: { rowsChanged } }) => ({ rowsChanged }),
    },
  });
