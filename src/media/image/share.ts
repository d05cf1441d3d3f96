import type { Services } from '../../kernel/declare';
import { refuse } from '../../kernel/errors';

const MIB = 1024 * 1024;

/** What the media files of a store are together, as they were brought. */
export interface MediaShare {
  readonly files: number;
  readonly bytes: number;
}

/** @param share with the file that is added @throws {Refusal} media_full */
export function assertMediaRoom(
  { files, bytes }: MediaShare,
  { mediaFilesMax, mediaMibMax }: Pick<Services['settings'], 'mediaFilesMax' | 'mediaMibMax'>,
): void {
  if (files > mediaFilesMax)
    refuse('media_full', `A store may have ${mediaFilesMax} media files here; delete some that nothing uses.`);
  if (bytes > mediaMibMax * MIB)
    refuse('media_full', `The media files of a store may have ${mediaMibMax} MiB here; delete some that nothing uses.`);
}
