import { readRoute } from '../kernel/declare';
import { object, page, pageQuery } from '../kernel/schema';
import { listWorkspaces, storeSummary } from './store';
import { workspaceSchema, workspaceView } from './view';

export default readRoute({
  id: 'workspaces.list',
  http: 'GET /v1/workspaces',
  summary: 'The main draft and every workspace of agents and developers, with draft rev and state of the sandbox.',
  policy: 'read',
  scope: 'design:read',
  query: object(pageQuery),
  result: page(workspaceSchema),
  refuses: ['invalid_request'],
  example: { query: { limit: 20 } },

  async run({ db, storeId, query, cursors }) {
    const { listed, store } = await db.snapshot(async (moment) => ({
      listed: await cursors.pageById({
        rows: (after, most) => listWorkspaces(moment, storeId, after, most),
        view: workspaceView,
      }),
      store: query.cursor === undefined ? await storeSummary(moment, storeId) : undefined,
    }));
    if (store === undefined) return listed;
    const { name, createdAt } = store;
    const main = {
      id: 'main' as const,
      kind: 'main' as const,
      name,
      draftRev: null,
      sandbox: 'none' as const,
      createdAt,
      archivedAt: null,
    };
    return { ...listed, items: [main, ...listed.items] };
  },
});
