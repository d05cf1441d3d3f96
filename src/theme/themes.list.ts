import { draftQuery } from '../access/workspace/readable';
import { readRoute } from '../kernel/declaration/route';
import { nullable, object, t } from '../kernel/schema/schema';
import { cardSchema, themeRef } from '../skin/schema';
import { cardOf, themesOf } from './view';
import { wornBy } from './worn';

export default readRoute({
  id: 'themes.list',
  label: { tr: 'Temaları listele', en: 'List themes' },
  http: 'GET /v1/themes',
  summary: 'Every theme that a design may wear, with its presets and variables, and the theme of the draft.',
  policy: 'read',
  scope: 'design:read',
  query: object({ workspace: draftQuery }),
  result: object({
    workspace: t.String({ description: 'The draft whose theme is `active`.' }),
    active: nullable(themeRef),
    themes: t.Array(cardSchema),
  }),
  refuses: ['invalid_request', 'not_found', 'agent_workspace_only'],
  example: { query: { workspace: 'main' } },

  run: ({ db, storeId, principal, query }) =>
    db.snapshot(async (moment) => {
      const worn = await wornBy({ db: moment, storeId, principal }, query.workspace);
      const { workspace, active } = worn;
      const themes = await themesOf(moment, storeId, workspace);
      return { workspace, active, themes: themes.map((theme) => cardOf(theme, worn)) };
    }),
});
