import { draftQuery } from '../access/workspace/readable';
import { installedExtensions } from '../extension/store';
import { readRoute } from '../kernel/declaration/declare';
import { bothLanguages, nullable, object, t } from '../kernel/schema/schema';
import { installedManifestOf } from '../provider/providers';
import { sectionSchema, sectionView } from '../section/schema';
import { sections } from '../section/sections';
import { themeRef } from '../skin/schema';
import { findPack } from '../skin/store/packs-store';
import type { Bundle } from './bundle/bundle';
import { bodyAt } from './draft/reading';

const block = object({ extension: t.String(), key: t.String(), label: bothLanguages, enabled: t.Boolean() });

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
    extensionPages: t.Array(block),
  }),
  refuses: ['invalid_request', 'not_found', 'agent_workspace_only'],
  example: { query: { workspace: 'main' } },

  run: ({ db, storeId, principal, query }) =>
    db.snapshot(async (moment) => {
      const { bundle } = await bodyAt({ db: moment, storeId, principal }, query.workspace);
      const installed = (await installedExtensions(moment, storeId)).flatMap((row) => {
        const manifest = installedManifestOf(row);
        return manifest ? [{ enabled: row.enabled, manifest }] : [];
      });
      const offered = (of: 'blocks' | 'pages') =>
        installed.flatMap(({ enabled, manifest }) =>
          (manifest[of] ?? []).map(({ key, label }) => ({ extension: manifest.key, key, label, enabled })),
        );
      return {
        theme: bundle ? { ...bundle.theme, preset: bundle.theme.preset ?? null } : null,
        sections: sections.map(sectionView),
        themeSections: bundle
          ? [...((await findPack(moment, storeId, bundle.theme.key, bundle.theme.version))?.sections ?? [])]
          : [],
        composites: bundle ? compositesOf(bundle) : [],
        blocks: offered('blocks'),
        extensionPages: offered('pages'),
      };
    }),
});

const compositesOf = ({ composites, nodes }: Bundle) =>
  Object.entries(composites).map(([key, { label, root }]) => ({ key, label, type: nodes[root]?.type ?? '' }));
