import { readRoute } from '../kernel/declaration/route';
import { countedPage, countedPageQuery, object, oneOf, searchedName, t } from '../kernel/schema/schema';
import { mediaStates } from './image/aggregate';
import { listMedia } from './image/store';
import { listedMediaSchema, listedMediaView } from './image/view';

export default readRoute({
  id: 'media.list',
  label: { tr: 'Medya dosyalarını listele', en: 'List the media files' },
  http: 'GET /v1/media',
  summary: 'Media files with their variants, newest first.',
  policy: 'read',
  scope: 'catalog:read',
  query: object({
    ...countedPageQuery,
    state: t.Optional(oneOf(mediaStates)),
    text: t.Optional(searchedName('name')),
  }),
  result: countedPage(listedMediaSchema),
  refuses: ['invalid_request'],
  example: { query: { state: 'ready' } },

  run: ({ db, storeId, query: { state, text }, cursors, services: { signedPaths } }) =>
    cursors.countedPageById(db, {
      rows: (from, before, most) => listMedia(from, storeId, { state, text }, before, most),
      view: (row) => listedMediaView(storeId, row, (path) => signedPaths.sign(path, new Date())),
    }),
});
