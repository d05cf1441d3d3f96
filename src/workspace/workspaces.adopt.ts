import { MAIN, workspaceOrMain } from '../access/workspace/readable';
import { holdWorkspace } from '../access/workspace/store';
import { workspace } from '../access/workspace/table';
import { openDraft } from '../design/draft/draft';
import { writtenSchema, writtenView } from '../design/draft/view';
import { restoreDraft } from '../design/draft/writing';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { object, rev, t } from '../kernel/schema/schema';
import { designDraft } from '../store/design/aggregate';
import { findDraft } from '../store/design/store';

export default command({
  id: 'workspaces.adopt',
  label: { tr: 'Çalışma alanının taslağını al', en: 'Adopt the draft of a workspace' },
  summary:
    'Make the design draft of a workspace the main draft, whole: nothing is merged. The rev of the main draft that was read stands in `If-Match`.',
  policy: 'workspace',
  scope: 'design:write',
  workspace: 'workspaceId',
  removes: true,
  payload: object({ workspaceId: workspace.label(workspaceOrMain()), expectedRev: t.Optional(rev({ minimum: 0 })) }),
  result: writtenSchema,
  refuses: ['invalid_request', 'not_found', 'agent_workspace_only', 'rev_conflict'],
  example: { workspaceId: exampleId('wsp', 'AJAN') },
  exampleRev: 0,
  subject: { entity: designDraft.word, optional: true, required: true },
  route: { http: 'POST /v1/workspaces/{ws}/adopt', names: { ws: 'workspaceId' } },

  async run(context) {
    const { payload, principal, storeId, tx, services, now } = context;
    await holdWorkspace(tx, storeId, payload.workspaceId);
    if (principal.kind === 'agent')
      refuse('agent_workspace_only', 'An agent writes the draft of its own workspace alone, and never the main one.', {
        facts: { workspaceId: principal.workspaceId },
      });
    const source = await findDraft(tx, storeId, payload.workspaceId);
    if (!source?.hash) return refuse('not_found', 'Nothing is drafted in the workspace.');
    const open = await openDraft({ ...context, draft: () => MAIN });
    const written = await restoreDraft(context, open, source.hash, source.baseSeq);
    return writtenView({ db: tx, storeId, services }, written, now);
  },
});
