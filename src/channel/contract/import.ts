import type { JobKindTerms } from './terms';

/** The lane of the imports that write. */
export const importLane = 'catalog.pull';

const previewLane = 'catalog.pull/preview';

export const importModeWords = {
  preview: { tr: 'önizleme', en: 'preview' },
  import: { tr: 'içe aktarma', en: 'import' },
};

export const catalogPullTerms: JobKindTerms<{ readonly mode: keyof typeof importModeWords }> = {
  words: { tr: 'katalog aktarımı', en: 'catalog import' },
  askedBy: 'channel.catalog.pull',
  lane: ({ mode }) => (mode === 'preview' ? previewLane : importLane),
  manner: ({ mode }) => ({ name: mode, words: importModeWords[mode] }),
};
