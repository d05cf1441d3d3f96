import type { JobKindTerms } from './terms';

export const brandCreateTerms: JobKindTerms = {
  words: { tr: 'marka oluşturma', en: 'brand creation' },
  askedBy: 'channel.brand.create',
};
