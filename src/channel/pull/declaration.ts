import { label, nullable, t, unit } from '../../kernel/schema/schema';
import { ordersLookTerms, ordersPullTerms } from '../contract/pull';
import { type JobOf, jobKind } from '../job/declaration';
import { counter } from '../job/table';
import { firstPlace, placeFields } from './pages';
import { since } from './since';

const counters = {
  ordersNew: counter('Yeni sipariş', 'New orders'),
  packagesChanged: counter('Değişen paket', 'Changed packages'),
};

const result = {
  fields: { ordersNew: t.Integer(), packagesChanged: t.Integer() },
  of: ({ progress }: { readonly progress: { readonly ordersNew: number; readonly packagesChanged: number } }) => ({
    ordersNew: progress.ordersNew,
    packagesChanged: progress.packagesChanged,
  }),
};

/** The longest census. A marketplace tells of packages of this age still (channels-notes). */
const CENSUS_DAYS_MAX = 14;

/** Reads the packages of a marketplace that changed, and keeps what each says of its order. */
export const ordersPull = jobKind({
  name: 'orders.pull',
  terms: ordersPullTerms,
  input: {
    since,
    censusDays: label(
      'Sayılan gün',
      'Days of the census',
    )(
      nullable(
        t.Integer({
          minimum: 1,
          maximum: CENSUS_DAYS_MAX,
          ...unit('count'),
          description: 'Reads the last days anew, and asks for what the list leaves out; null: it is no census.',
        }),
      ),
    ),
  },
  counters,
  details: {},
  position: {
    /** The window that is read; null: none was planned yet. */
    from: nullable(t.String()),
    to: nullable(t.String()),
    /** The end of the last window. */
    end: nullable(t.String()),
    ...placeFields,
    /** Rows of the window so far. */
    rows: t.Integer(),
    /** True when every window is read: only packages that no list shows are left. */
    listed: t.Boolean(),
    /** The last package that was asked for by its id. */
    askedAfter: t.String(),
    /** True when the pull has read once more the rows that changed while it read; rows of earlier releases have none. */
    renewed: t.Optional(t.Boolean()),
  },
  initial: {
    ordersNew: 0,
    packagesChanged: 0,
    from: null,
    to: null,
    end: null,
    ...firstPlace,
    rows: 0,
    listed: false,
    askedAfter: '',
    renewed: false,
  },
  result,
});

export type PullJob = JobOf<typeof ordersPull>;

/** Asks for the packages of which a marketplace has told by itself. Which they are stands in a table of news. */
export const ordersLook = jobKind({
  name: 'orders.look',
  terms: ordersLookTerms,
  input: {},
  counters,
  details: {},
  position: {},
  initial: { ordersNew: 0, packagesChanged: 0 },
  result,
});

export type LookJob = JobOf<typeof ordersLook>;
