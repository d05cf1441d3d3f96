import { draftQuery } from '../access/workspace/readable';
import type { Queryable } from '../kernel/database/queryable';
import { readRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { nullable, object, t } from '../kernel/schema/schema';
import { firstPartyKeys } from '../skin/first-party/packs';
import type { Pack } from '../skin/pack/pack';
import { cardSchema, packSchema, presetSchema, themeRef, variableSchema } from '../skin/schema';
import { findPusher, findWornPack } from '../skin/store/packs-store';
import { cardOf, packView, type Theme, themesOf } from './view';
import { wornBy } from './worn';

export default readRoute({
  id: 'themes.get',
  label: { tr: 'Temayı oku', en: 'Read a theme' },
  http: 'GET /v1/themes/{theme}',
  summary:
    'A version of a theme: its manifest, variables and presets, and which design wears it. Left out, the newest.',
  policy: 'read',
  scope: 'design:read',
  params: object({ theme: t.String({ minLength: 1, maxLength: 63, description: 'Key of the theme.' }) }),
  query: object({
    workspace: draftQuery,
    version: t.Optional(t.String({ pattern: '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$' })),
  }),
  result: object({
    theme: cardSchema,
    version: t.String(),
    pack: packSchema,
    presets: t.Array(presetSchema),
    variables: t.Array(variableSchema),
    active: nullable(themeRef),
  }),
  refuses: ['invalid_request', 'not_found', 'agent_workspace_only'],
  example: { params: { theme: 'sade' }, query: {} },

  run: ({ db, storeId, principal, params: { theme }, query }) =>
    db.snapshot(async (moment) => {
      const worn = await wornBy({ db: moment, storeId, principal }, query.workspace);
      const found = (await themesOf(moment, storeId, worn.workspace)).find(({ key }) => key === theme);
      if (!found) return refuse('not_found', `There is no such theme; there are ${firstPartyKeys.join(', ')}.`);
      const pack = await packAt({ moment, storeId, workspace: worn.workspace }, found, query.version);
      return {
        theme: cardOf(found, worn),
        version: pack.manifest.version,
        pack: packView(pack, await findPusher(moment, storeId, theme, pack.manifest.version)),
        presets: pack.presets,
        variables: pack.variables,
        active: worn.active,
      };
    }),
});

/** @throws {Refusal} not_found */
async function packAt(
  { moment, storeId, workspace }: { moment: Queryable; storeId: string; workspace: string },
  { key, newest, versions }: Theme,
  version: string | undefined,
): Promise<Pack> {
  const found = version === undefined ? newest : await findWornPack(moment, storeId, { key, version }, workspace);
  return found ?? refuse('not_found', `The theme has ${versions.all.join(', ')}.`);
}
