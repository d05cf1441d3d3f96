import { label, oneOf, t } from '../../kernel/schema/schema';
import { type ListingMode, listingModeWords, listingsPushTerms } from '../contract/submission';
import { type JobOf, jobKind } from '../job/declaration';
import { counter } from '../job/table';
import { namedListings, sent } from '../push/declaration';

export const listingsPush = jobKind({
  name: 'listings.push',
  terms: listingsPushTerms,
  input: {
    listingMode: label(
      'Gönderim biçimi',
      'Mode of the push',
    )(oneOf(Object.keys(listingModeWords) as ListingMode[], { 'x-words': listingModeWords })),
    listingIds: namedListings,
    /** Listings that lack something are left out, instead of all. */
    partial: label('Eksik olanları atla', 'Leaves out what is incomplete')(t.Boolean()),
  },
  counters: {
    sent,
    listed: counter('Zaten listede', 'Listed before'),
    approved: counter('Onaylanan', 'Approved'),
    pending: counter('Onay bekleyen', 'Waiting for approval'),
  },
  details: {},
  position: {
    /** True when every item was checked, and taken up. */
    begun: t.Boolean(),
  },
  initial: { sent: 0, listed: 0, approved: 0, pending: 0, begun: false },
  result: {
    fields: { sent: t.Integer(), listed: t.Integer(), approved: t.Integer(), pending: t.Integer() },
    of: ({ progress: { sent, listed, approved, pending } }) => ({ sent, listed, approved, pending }),
  },
});

export type ListingsJob = JobOf<typeof listingsPush>;
