import { readRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { INT4_MAX, json, object, t } from '../kernel/schema/schema';
import { findBody, findLive, findVersion } from '../store/design/store';
import { storeSlug } from '../store/store';
import { previewSchema } from './draft/view';
import { versionSchema, versionView } from './version/view';

export default readRoute({
  id: 'design.version.get',
  label: { tr: 'Yayınlanan tasarımı oku', en: 'Read a published design' },
  http: 'GET /v1/design/version/{seq}',
  summary: 'A version of the design that was published, with its body and a link that shows it.',
  policy: 'read',
  scope: 'design:read',
  params: object({ seq: t.Integer({ minimum: 1, maximum: INT4_MAX }) }),
  result: object({
    ...versionSchema.properties,
    body: json({ description: 'The design as it was published.' }),
    preview: previewSchema,
  }),
  refuses: ['invalid_request', 'not_found'],
  example: { params: { seq: 1 } },

  run: ({ db, storeId, services, params: { seq } }) =>
    db.snapshot(async (moment) => {
      const row = await findVersion(moment, storeId, seq);
      if (!row) return refuse('not_found', 'The store has published no such version.');
      const target = { storeId, kind: 'hash', of: row.hash } as const;
      return {
        ...versionView(row, await findLive(moment, storeId)),
        body: JSON.parse((await findBody(moment, storeId, row.hash)) as string),
        preview: services.previews.linkTo(await storeSlug(moment, storeId), target, new Date()),
      };
    }),
});
