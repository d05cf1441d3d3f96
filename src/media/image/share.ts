import { PROPOSAL_ITEMS_MAX } from '../../kernel/declaration/principal';
import type { Services } from '../../kernel/declaration/services';
import { refuse } from '../../kernel/errors';
import { UPLOAD_BYTES_MAX } from '../upload/limit';

const MIB = 1024 * 1024;

/** The share of a store: its media files together, as they were brought. */
export interface MediaShare {
  readonly files: number;
  readonly bytes: number;
}

type Bounds = Pick<Services['settings'], 'mediaFilesMax' | 'mediaMibMax'>;

/** The files of one proposal: as many as it may hold, each as large as an upload may be. */
const PROPOSED = { files: PROPOSAL_ITEMS_MAX, bytes: PROPOSAL_ITEMS_MAX * UPLOAD_BYTES_MAX };

/** Whether what else is proposed could decide on the room that there is. Elsewhere no proposal's items wait for each other's count. */
export const isNearlyFull = ({ files, bytes }: MediaShare, { mediaFilesMax, mediaMibMax }: Bounds): boolean =>
  files + PROPOSED.files > mediaFilesMax || bytes + PROPOSED.bytes > mediaMibMax * MIB;

/** @param share with the file that is added @throws {Refusal} media_full */
export function assertMediaRoom({ files, bytes }: MediaShare, { mediaFilesMax, mediaMibMax }: Bounds): void {
  if (files > mediaFilesMax)
    refuse('media_full', `A store may have ${mediaFilesMax} media files here; delete some that nothing uses.`);
  if (bytes > mediaMibMax * MIB)
    refuse('media_full', `The media files of a store may have ${mediaMibMax} MiB here; delete some that nothing uses.`);
}
