import { revokeTokensOf } from '../access/token/store';
import { token } from '../access/token/table';
import { archiveWorkspace, lockWorkspace } from '../access/workspace/store';
import { workspace } from '../access/workspace/table';
import { workspaceSchema, workspaceView } from '../access/workspace/view';
import { emptyDraft, releaseDraft } from '../design/draft/writing';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id, label, object, t } from '../kernel/schema/schema';
import { findDraft, revOfDraft } from '../store/design/store';
import { endSandbox } from './life/ending';

export default command({
  id: 'workspace.archive',
  label: { tr: 'Çalışma alanını arşivle', en: 'Archive a workspace' },
  summary:
    'Archive a workspace and revoke its tokens; commands in it end and its files go. Its proposals stay reviewable.',
  policy: 'owner',
  scope: 'agents:admin',
  flags: ['destructive'],
  irreversible: true,
  endsTokens: true,
  payload: object({
    workspaceId: workspace.label(id('wsp')),
    discardDraft: t.Optional(
      label(
        'Taslaktan vazgeç',
        'Discard the draft',
      )(
        t.Boolean({
          description:
            'Discards its design draft as well. Left out, the draft stays readable by its hash, and holds no theme and no picture any more.',
        }),
      ),
    ),
  }),
  result: object({ workspace: workspaceSchema, revokedTokens: t.Array(t.String()) }),
  refuses: ['not_found', 'invalid_state'],
  example: { workspaceId: exampleId('wsp', 'AJAN') },

  async run(context) {
    const { payload, storeId, tx, now, record } = context;
    const before = await lockWorkspace(tx, storeId, payload.workspaceId);
    if (before.archivedAt)
      refuse('invalid_state', 'The workspace is archived already.', { facts: { state: 'archived' } });
    archiveWorkspace(tx, storeId, before.id, now);
    const draft = await findDraft(tx, storeId, before.id);
    const drafted = draft?.hash ? (payload.discardDraft ? emptyDraft : releaseDraft)(context, draft) : draft;
    const sandbox = await endSandbox(context, before.id, 'archive');
    const revokedTokens = await revokeTokensOf(context, before.id);
    const after = { ...before, archivedAt: now.toISOString() };
    record(workspace.word, before.id, workspace.snapshot(before), workspace.snapshot(after));
    for (const tokenId of revokedTokens)
      record(token.word, tokenId, { revokedAt: null }, { revokedAt: now.toISOString() });
    return { workspace: workspaceView(after, sandbox, revOfDraft(drafted)), revokedTokens };
  },
});
