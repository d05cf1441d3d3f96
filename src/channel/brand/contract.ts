import type { JobKindTerms } from '../job/terms';

export const brandCreateTerms: JobKindTerms = {
  words: { tr: 'marka oluşturma', en: 'brand creation' },
  askedBy: 'channel.brand.create',
};
