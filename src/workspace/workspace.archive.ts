import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { exampleId } from '../kernel/example';
import { id, object, t } from '../kernel/schema';
import { revokeTokensOf } from '../token/store';
import { archiveWorkspace, lockWorkspace } from './store';
import { workspaceLabel, workspaceSchema, workspaceView } from './view';

export default command({
  id: 'workspace.archive',
  label: { tr: 'Çalışma alanını arşivle', en: 'Archive a workspace' },
  summary: 'Archive a workspace and revoke its tokens; its proposals stay reviewable.',
  policy: 'owner',
  scope: 'agents:admin',
  flags: ['destructive'],
  irreversible: true,
  payload: object({ workspaceId: workspaceLabel(id('wsp')) }),
  result: object({ workspace: workspaceSchema, revokedTokens: t.Array(t.String()) }),
  refuses: ['not_found', 'invalid_state'],
  example: { workspaceId: exampleId('wsp', 'AJAN') },

  async run({ payload, storeId, tx, now, record }) {
    const workspace = await lockWorkspace(tx, storeId, payload.workspaceId);
    if (workspace.archivedAt)
      refuse('invalid_state', 'The workspace is archived already.', { facts: { state: 'archived' } });
    archiveWorkspace(tx, storeId, workspace.id, now);
    const revokedTokens = await revokeTokensOf(tx, storeId, workspace.id, now);
    record('workspace', workspace.id, { archivedAt: null }, { archivedAt: now.toISOString() });
    for (const tokenId of revokedTokens)
      record('token', tokenId, { revokedAt: null }, { revokedAt: now.toISOString() });
    return { workspace: workspaceView({ ...workspace, archivedAt: now.toISOString() }), revokedTokens };
  },
});
