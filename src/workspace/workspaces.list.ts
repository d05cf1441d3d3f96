import { decodeCursor, encodeCursor, pageOf } from '../kernel/cursor';
import { readRoute } from '../kernel/declare';
import { object, page, pageQuery } from '../kernel/schema';
import { listWorkspaces, storeSummary } from './workspace.store';
import { workspaceSchema, workspaceView } from './workspace.view';

export default readRoute({
  id: 'workspaces.list',
  http: 'GET /v1/workspaces',
  summary: 'The main draft and every workspace of agents and developers, with draft rev and state of the sandbox.',
  policy: 'read',
  scope: 'design:read',
  query: object(pageQuery),
  result: page(workspaceSchema),
  refuses: ['invalid_request'],

  async run({ db, storeId, query }) {
    const { limit = 50, cursor } = query;
    const after = cursor ? (decodeCursor('workspaces', cursor, 1)[0] as string) : null;
    const rows = await listWorkspaces(db, storeId, after, limit + 1);
    const listed = pageOf(rows, limit, workspaceView, (row) => encodeCursor('workspaces', [row.id]));
    if (after !== null) return listed as never;
    const { name, createdAt } = await storeSummary(db, storeId);
    const main = {
      id: 'main' as const,
      kind: 'main' as const,
      name,
      draftRev: null,
      sandbox: 'none' as const,
      createdAt,
      archivedAt: null,
    };
    return { ...listed, items: [main, ...listed.items] } as never;
  },
});
