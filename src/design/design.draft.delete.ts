import { draftQuery } from '../access/workspace/readable';
import { command } from '../kernel/declaration/command';
import { expectedRevOrNone, nullable, object, rev, t } from '../kernel/schema/schema';
import { hashSchema } from '../store/design/aggregate';
import { draftSubject, openDraft } from './draft/draft';
import { discardDraft } from './draft/writing';

export default command({
  id: 'design.draft.delete',
  label: { tr: 'Tasarım taslağından vazgeç', en: 'Discard the draft of the design' },
  summary:
    'Discard the draft of a workspace: it shows the live design again. The rev that was read stands in `If-Match`.',
  policy: 'workspace',
  scope: 'design:write',
  workspace: 'workspace',
  removes: true,
  payload: object({ workspace: draftQuery, expectedRev: expectedRevOrNone }),
  result: object({
    workspace: t.String(),
    rev: rev({ description: 'The next draft goes on from it.' }),
    hash: nullable(hashSchema()),
    previousHash: t.String({ description: 'To put that hash takes it back.' }),
  }),
  refuses: ['invalid_request', 'not_found', 'agent_workspace_only', 'rev_conflict'],
  example: { workspace: 'main' },
  exampleRev: 1,
  subject: draftSubject('workspace'),
  route: { http: 'DELETE /v1/design/draft', query: ['workspace'] },

  async run(context) {
    const open = await openDraft(context);
    const { workspace, rev } = discardDraft(context, open);
    return { workspace, rev, hash: open.live?.hash ?? null, previousHash: open.row?.hash as string };
  },
});
