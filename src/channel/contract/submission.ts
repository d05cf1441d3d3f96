import type { JobKindTerms } from './terms';

/** Ways to work on listings that are not approved, and what people call them. */
export const listingModeWords = {
  send: { tr: 'gönder', en: 'send' },
  follow: { tr: 'onayı izle', en: 'follow the approval' },
} as const;
export type ListingMode = keyof typeof listingModeWords;

/** All pushes of listings are in one lane: who sends a listing must know what another one has heard of it. */
export const listingsLane = 'listings.push';

export const listingsPushTerms: JobKindTerms<{ readonly listingMode: ListingMode }> = {
  words: { tr: 'ürünlerin pazaryerine gönderimi', en: 'push of listings' },
  askedBy: 'channel.catalog.push',
  lane: () => listingsLane,
  manner: ({ listingMode }) => ({ name: listingMode, words: listingModeWords[listingMode] }),
};
