import type { Refusals } from '../kernel/meaning';

export const refusals = {
  media_full: {
    status: 422,
    title: 'The store has no room for another media file.',
    turkish: 'Mağazanın medya alanı dolu.',
    cause: 'The media files of the store have reached their limit, in number or in bytes.',
    remedy: 'Delete files that nothing uses; the operator sets the limits.',
  },
  media_unknown: {
    status: 422,
    title: 'A named media file does not exist.',
    turkish: 'Seçilen medya dosyası bulunamadı.',
    cause: 'The store has no media file of this identifier, or it was deleted.',
    remedy: 'List the media files, or upload and commit the picture first.',
  },
  media_in_use: {
    status: 422,
    title: 'Something still uses the media file.',
    turkish: 'Medya dosyası hâlâ kullanılıyor.',
    cause: 'A product, a collection, a design or an open proposal still uses the file.',
    remedy: 'Remove the file there first; the problem names the places.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
