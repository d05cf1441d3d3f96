import type { JobKindTerms } from '../job/contract';

/** The lane of the imports that write. */
export const importLane = 'catalog.pull';

const previewLane = 'catalog.pull/preview';

export const catalogPullTerms: JobKindTerms = {
  words: { tr: 'katalog aktarımı', en: 'catalog import' },
  askedBy: 'channel.catalog.pull',
  lane: ({ mode }) => (mode === 'preview' ? previewLane : importLane),
};
