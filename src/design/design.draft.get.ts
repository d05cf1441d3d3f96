import { draftQuery } from '../access/workspace/readable';
import { readRoute } from '../kernel/declaration/route';
import { object } from '../kernel/schema/schema';
import { FINDINGS_MAX } from './bundle/finding';
import { judged } from './bundle/judge';
import { bodyAt } from './draft/reading';
import { draftSchema, isBehind, previewOf } from './draft/view';
import { worldOf } from './world/world';

export default readRoute({
  id: 'design.draft.get',
  label: { tr: 'Tasarım taslağını oku', en: 'Read the draft of the design' },
  http: 'GET /v1/design/draft',
  summary:
    'The draft of a workspace: body, rev for `If-Match`, what keeps it from being published, and a link that shows it. Without a draft, the live design.',
  policy: 'read',
  scope: 'design:read',
  query: object({ workspace: draftQuery }),
  result: draftSchema,
  refuses: ['invalid_request', 'not_found', 'agent_workspace_only'],
  example: { query: { workspace: 'main' } },

  run: ({ db, storeId, principal, query, services }) =>
    db.snapshot(async (moment) => {
      const from = { db: moment, storeId, principal, services };
      const { workspace, draft, live, hash, bundle } = await bodyAt(from, query.workspace);
      const found = bundle && judged(bundle, await worldOf({ ...from, workspace, hash }, bundle));
      const baseSeq = draft?.hash ? draft.baseSeq : (live?.rev ?? 0);
      return {
        workspace,
        rev: draft?.rev ?? 0,
        hash,
        baseSeq,
        behind: isBehind(baseSeq, live),
        drafted: Boolean(draft?.hash),
        body: bundle,
        warnings: found ? [...found.errors, ...found.warnings].slice(0, FINDINGS_MAX) : [],
        preview: await previewOf(from, workspace, new Date()),
      };
    }),
});
