import { readRoute } from '../kernel/declaration/route';
import { label, object, page, pageQuery, t } from '../kernel/schema/schema';
import { kit } from '../kit/kit';
import { buildId, storefrontGenerations } from '../meta/build';
import { findPin, storeSlug } from '../store/store';
import { isOpen, type UpdateRow, updateKind, updateState } from '../store/update/aggregate';
import { listUpdates } from '../store/update/store';
import { revsNow } from './entry/revs';
import { updateSchema, updateView } from './entry/view';

const platform = object({
  buildId: label('Ürün sürümü', 'Build')(t.String()),
  kit: label('Kit sürümü', 'Version of the kit')(t.String()),
  storefrontGeneration: label(
    'Vitrin sürümü',
    'Storefront generation',
  )(t.Integer({ description: 'The one to which the store is pinned.' })),
  newestGeneration: label('En yeni vitrin sürümü', 'Newest storefront generation')(t.Integer()),
});

export default readRoute({
  id: 'updates.list',
  label: { tr: 'Güncellemeleri listele', en: 'List the updates' },
  http: 'GET /v1/updates',
  summary:
    'Updates of the live theme and of the extensions, newest first: what each would change, links that show it, what blocks it; also those that were applied, and the versions on which the store runs.',
  policy: 'read',
  scope: 'design:read',
  query: object({ ...pageQuery, state: t.Optional(updateState()), kind: t.Optional(updateKind()) }),
  result: object({ ...page(updateSchema).properties, platform }),
  refuses: ['invalid_request'],
  example: { query: { state: 'pending', limit: 20 } },

  run: ({ db, storeId, cursors, query: { state = null, kind = null }, services: { previews } }) =>
    db.snapshot(async (moment) => {
      const revOf = await revsNow(moment, storeId);
      const around = { storeId, slug: await storeSlug(moment, storeId), previews, now: new Date() };
      const found = await cursors.pageById({
        rows: (before, most) => listUpdates(moment, storeId, { state, kind }, before, most),
        view: (row: UpdateRow) => updateView(row, revOf(row), isOpen(row.state), around),
      });
      return {
        ...found,
        platform: {
          buildId: buildId(),
          kit: kit.version,
          storefrontGeneration: await findPin(moment, storeId),
          newestGeneration: Math.max(...storefrontGenerations),
        },
      };
    }),
});
