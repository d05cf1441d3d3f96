import { readRoute } from '../kernel/declaration/route';
import { object, page, pageQuery } from '../kernel/schema/schema';
import { findLive, listVersions, type VersionRow } from '../store/design/store';
import { versionSchema, versionView } from './version/view';

export default readRoute({
  id: 'design.versions.list',
  label: { tr: 'Yayınlanan tasarımları listele', en: 'List the published designs' },
  http: 'GET /v1/design/versions',
  summary: 'Every version of the design that was published, the newest first, and which of them is live.',
  policy: 'read',
  scope: 'design:read',
  query: object(pageQuery),
  result: page(versionSchema),
  refuses: ['invalid_request'],
  example: { query: { limit: 20 } },

  run: ({ db, storeId, cursors }) =>
    db.snapshot(async (moment) => {
      const live = await findLive(moment, storeId);
      return cursors.page({
        kinds: ['int4'],
        rows: (after, most) => listVersions(moment, storeId, after?.[0] ?? null, most),
        position: ({ seq }: VersionRow) => [seq] as const,
        view: (row) => versionView(row, live),
      });
    }),
});
