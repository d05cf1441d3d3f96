import { id, kurus, label, nullable, object, oneOf, t } from '../../kernel/schema/schema';
import { offersPushTerms, type PushMode, pushModeWords } from '../contract/push';
import { type JobOf, jobKind } from '../job/declaration';
import { counter } from '../job/table';
import { listing } from '../listing/aggregate';

/** Listings that a job is about; null: all of its channel. */
export const namedListings = label(
  'Listelemeler',
  'Listings',
)(nullable(t.Array(id(listing.prefix), { maxItems: 1_000 })));
export const sent = counter('Gönderilen', 'Sent');

export const offersPush = jobKind({
  name: 'offers.push',
  terms: offersPushTerms,
  input: {
    pushMode: label(
      'Gönderim biçimi',
      'Mode of the push',
    )(oneOf(Object.keys(pushModeWords) as PushMode[], { 'x-words': pushModeWords })),
    /** Prices of these that were held are confirmed. */
    confirms: label('Fiyatları onayla', 'Confirms prices')(t.Boolean()),
    /** Holds the prices that are confirmed, as their caller was shown them; null: none. Jobs of earlier releases confirm what is held by then. */
    confirmedPrices: t.Optional(
      label(
        'Onaylanan fiyatlar',
        'Confirmed prices',
      )(
        nullable(
          t.Array(
            object({
              listingId: label('Listeleme', 'Listing')(id(listing.prefix)),
              price: label('Fiyat', 'Price')(kurus()),
            }),
            { maxItems: 1_000 },
          ),
        ),
      ),
    ),
    listingIds: namedListings,
    /** Listings are looked at although nothing of them has changed. */
    looksAtAll: label('Hepsine bak', 'Looks at all')(t.Boolean()),
  },
  counters: {
    sent,
    differing: counter('Farklı bulunan', 'Found to differ'),
  },
  details: {},
  position: {
    begun: t.Boolean(),
    /** The last listing that was compared. */
    after: t.String(),
    /** The looks back at everything that is to be off sale, so far; rows of earlier releases have none. */
    looks: t.Optional(t.Integer()),
  },
  initial: { sent: 0, differing: 0, begun: false, after: '', looks: 0 },
  result: {
    fields: { sent: t.Integer(), differing: t.Integer() },
    of: ({ progress: { sent, differing } }) => ({ sent, differing }),
  },
});

export type PushJob = JobOf<typeof offersPush>;

interface Pushed {
  /** @default all of the channel */
  readonly listingIds?: readonly string[] | null;
  /** @default none is confirmed */
  readonly confirms?: boolean;
  /** @default those alone of which something has changed */
  readonly looksAtAll?: boolean;
}

/** The input of a push. Whoever asks to confirm prices adds those that its caller was shown. */
export const pushInput = (
  pushMode: PushMode,
  { listingIds = null, confirms = false, looksAtAll = false }: Pushed = {},
) => ({ pushMode, confirms, confirmedPrices: null, listingIds: listingIds && [...listingIds], looksAtAll });
