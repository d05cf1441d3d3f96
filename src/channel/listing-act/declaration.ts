import type { ProblemCode } from '../../kernel/problems';
import { id, label, nullable, object, oneOf, risky, type Static, t, words } from '../../kernel/schema/schema';
import type { ListingAct } from '../../provider/channel/listing-act';
import { listingsArchiveTerms, listingsDeleteTerms, listingsUnlockTerms } from '../contract/listing-act';
import type { JobKindTerms } from '../contract/terms';
import type { Flaw, JobOf } from '../job/declaration';
import { onceKind } from '../job/once';
import { counter } from '../job/table';
import { listing } from '../listing/aggregate';

/** Listings that one call may name. */
export const LISTINGS_MAX = 500;

const listingId = label('Listeleme', 'Listing')(id(listing.prefix));
const barcode = label('Barkod', 'Barcode')(t.String());

const variantId = label('Pazaryeri varyant kimliği', 'Variant id on the marketplace')(nullable(t.String()));

const target = object({ listingId, barcode, variantId });
export type Target = Static<typeof target>;

const listingAct = label(
  'İşlem',
  'Act',
)(
  oneOf(['archive', 'unarchive', 'unlock', 'delete'] as const satisfies readonly ListingAct[], {
    ...words({
      archive: ['arşivle', 'archive'],
      unarchive: ['arşivden çıkar', 'take out of the archive'],
      unlock: ['kilidini aç', 'unlock'],
      delete: ['sil', 'delete'],
    }),
    ...risky({ archive: 'archives', delete: 'archives' }),
  }),
);

const outcome = object({
  listingId,
  barcode,
  outcome: label(
    'Sonuç',
    'Outcome',
  )(
    oneOf(['done', 'unchanged', 'refused', 'unknown'], {
      description: '`unchanged`: it stood so before. `unknown`: the marketplace was asked, and does not show it.',
      ...words({
        done: ['yapıldı', 'done'],
        unchanged: ['zaten öyleydi', 'stood so before'],
        refused: ['reddedildi', 'refused'],
        unknown: ['bilinmiyor', 'unknown'],
      }),
    }),
  ),
  reason: label('Neden', 'Reason')(nullable(t.String({ description: 'In the words of the marketplace.' }))),
});
export type Outcome = Static<typeof outcome>;

/** The end of a job of which not every listing is as it was asked for. */
function flawIn(outcomes: readonly Outcome[]): Flaw | undefined {
  const unknown = outcomes.filter((each) => each.outcome === 'unknown');
  if (unknown.length > 0)
    return {
      code: 'outcome_unknown' satisfies ProblemCode,
      message: `The marketplace was asked, and whether it has done it is not known of ${unknown.length} of ${outcomes.length} listings: look there.`,
    };
  const refused = outcomes.filter((each) => each.outcome === 'refused');
  if (refused.length === 0 || refused.length < outcomes.length) return undefined;
  return {
    code: 'provider_refused' satisfies ProblemCode,
    message: refused[0]?.reason ?? 'The marketplace has refused it.',
  };
}

/** A kind of job that acts upon listings, once, with an outcome for each of them. */
const actKind = (name: string, terms: JobKindTerms<{ readonly listingAct: string }>) =>
  onceKind({
    name,
    terms,
    input: {
      targets: label('Listelemeler', 'Listings')(t.Array(target, { minItems: 1, maxItems: LISTINGS_MAX })),
      listingAct,
    },
    counters: {},
    details: {
      batchId: label('İstek', 'Request')(nullable(t.String({ description: 'The number of the request there.' }))),
      shown: label(
        'Görünenler',
        'Shown',
      )(
        nullable(
          t.Array(listingId, {
            maxItems: LISTINGS_MAX,
            description: 'The marketplace showed these right before it was asked; null: it was not asked yet.',
          }),
        ),
      ),
      outcomes: label('Sonuçlar', 'Outcomes')(t.Array(outcome, { maxItems: LISTINGS_MAX })),
    },
    initial: { batchId: null, shown: null, outcomes: [] },
    flaw: ({ outcomes }) => flawIn(outcomes),
    result: {
      fields: { changed: counter('Değişen', 'Changed') },
      of: ({ progress: { outcomes } }) => ({ changed: outcomes.filter((each) => each.outcome === 'done').length }),
    },
  });

export const listingsArchive = actKind('listings.archive', listingsArchiveTerms);
export const listingsUnlock = actKind('listings.unlock', listingsUnlockTerms);
export const listingsDelete = actKind('listings.delete', listingsDeleteTerms);

export type ListingActing = typeof listingsArchive;
export type ListingActJob = JobOf<ListingActing>;
