import { draftQuery } from '../access/workspace/readable';
import { readRoute } from '../kernel/declaration/route';
import { bothLanguages, json, nullable, object, t } from '../kernel/schema/schema';
import { zones } from '../kit/zones';
import { sectionSchema, sectionView } from '../section/schema';
import { sections } from '../section/sections';
import { themeRef } from '../skin/schema';
import { findWornPack } from '../skin/store/packs-store';
import type { Bundle } from './bundle/bundle';
import type { Offers } from './bundle/offers';
import { bodyAt } from './draft/reading';
import { offersOf } from './world/offers';

const part = {
  extension: t.String(),
  key: t.String(),
  label: bothLanguages,
  enabled: t.Boolean({ description: 'false: nothing of it is shown, and it cannot be placed.' }),
  fields: json({ description: 'JSON Schema of its settings, as that of the props of a section.' }),
};
const block = object({
  ...part,
  zones: t.Array(t.String(), { description: 'Zones that it may stand in.' }),
});
const page = object({ ...part, slug: t.String({ description: 'Its usual address below /ek/.' }) });

export default readRoute({
  id: 'design.catalog.get',
  label: { tr: 'Eklenebilecek bölümleri oku', en: 'Read what can be added to a design' },
  http: 'GET /v1/design/catalog',
  summary:
    'Everything that an editor may add to the draft: sections of the platform and of its theme, composites of the store, blocks and pages of installed extensions.',
  policy: 'read',
  scope: 'design:read',
  query: object({ workspace: draftQuery }),
  result: object({
    theme: nullable(themeRef),
    sections: t.Array(sectionSchema),
    themeSections: t.Array(
      object({ key: t.String(), label: bothLanguages, type: t.String(), props: t.Record(t.String(), t.Unknown()) }),
    ),
    composites: t.Array(object({ key: t.String(), label: t.String(), type: t.String() })),
    blocks: t.Array(block),
    extensionPages: t.Array(page),
  }),
  refuses: ['invalid_request', 'not_found', 'agent_workspace_only'],
  example: { query: { workspace: 'main' } },

  run: ({ db, storeId, principal, query }) =>
    db.snapshot(async (moment) => {
      const { bundle, workspace } = await bodyAt({ db: moment, storeId, principal }, query.workspace);
      const offers = await offersOf(moment, storeId);
      return {
        theme: bundle ? refOf(bundle) : null,
        sections: sections.map(sectionView),
        themeSections: bundle
          ? [...((await findWornPack(moment, storeId, bundle.theme, workspace))?.sections ?? [])]
          : [],
        composites: bundle ? compositesOf(bundle) : [],
        blocks: partsIn(offers, 'blocks').map(({ zones, slug: _, ...of }) => ({
          ...of,
          zones: [...(zones ?? zoneIds)],
        })),
        extensionPages: partsIn(offers, 'pages').map(({ zones: _, slug, ...of }) => ({ ...of, slug: slug ?? of.key })),
      };
    }),
});

const refOf = ({ theme: { key, version, preset } }: Bundle) => ({ key, version, preset: preset ?? null });

const zoneIds = zones.map(({ id }) => id);

const partsIn = (offers: Offers, of: 'blocks' | 'pages') =>
  [...offers].flatMap(([extension, { enabled, ...parts }]) =>
    [...parts[of]].map(([key, { label, form, zones, slug }]) => ({
      extension,
      key,
      label,
      enabled,
      fields: form as unknown,
      zones,
      slug,
    })),
  );

const compositesOf = ({ composites, nodes }: Bundle) =>
  Object.entries(composites).map(([key, { label, root }]) => ({ key, label, type: nodes[root]?.type ?? '' }));
