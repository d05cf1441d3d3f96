import { job } from '../../kernel/declaration/job';
import type { MediaState } from './aggregate';

export interface MediaVariantsInput {
  readonly storeId: string;
  readonly mediaId: string;
}

export const mediaVariants = job<MediaVariantsInput, MediaState | 'gone'>({
  name: 'mediaVariants',
  kind: 'media',
  input: ({ storeId, mediaId }) => ({ storeId, mediaId }),
  row: ({ mediaId }) => mediaId,
  labels: ({ storeId }) => ({ StoreId: storeId, JobKind: 'media' }),
  label: () => ({ tr: 'görsel boyutlarının çizilmesi', en: 'drawing of the picture’s sizes' }),
  names: ({ mediaId }) => [mediaId],
  summary: ({ mediaId }) => `draws the variants of ${mediaId}`,
});

/** Pictures wait for each other here, and nothing else waits for them. */
export const drawingQueue = (taskQueue: string): string => `${taskQueue}/drawing`;

/** How a drawing fails when pictures of other stores are to be drawn first: it comes back later. */
export const NOT_ITS_TURN = 'not_its_turn';

/** How a drawing fails when the machine is short of something, or Postgres is away: it is tried again as long as that lasts. */
export const AWAY = 'away';
