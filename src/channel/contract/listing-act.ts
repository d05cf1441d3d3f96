import type { JobKindTerms } from './terms';

interface Input {
  readonly listingAct: string;
}

/** Acts upon listings of one channel wait for each other: what one reads before it asks is what the one before has left. */
const lane = () => 'listings.act';

const archiveWords = {
  archive: { tr: 'arşivle', en: 'archive' },
  unarchive: { tr: 'arşivden çıkar', en: 'take out of the archive' },
} as const;

export const listingsArchiveTerms: JobKindTerms<Input> = {
  words: { tr: 'listelemelerin arşivi', en: 'archive of listings' },
  askedBy: 'channel.listing.archive',
  lane,
  manner({ listingAct }) {
    const name = listingAct === 'unarchive' ? listingAct : 'archive';
    return { name, words: archiveWords[name] };
  },
};

export const listingsUnlockTerms: JobKindTerms<Input> = {
  words: { tr: 'listelemelerin kilidini açma', en: 'unlocking of listings' },
  askedBy: 'channel.unlock',
  lane,
};

export const listingsDeleteTerms: JobKindTerms<Input> = {
  words: { tr: 'listelemeleri silme', en: 'deletion of listings' },
  askedBy: 'channel.listing.delete',
  lane,
};
