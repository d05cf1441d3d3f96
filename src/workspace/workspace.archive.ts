import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { id, object, t } from '../kernel/schema';
import { archiveWorkspace, lockWorkspace } from './workspace.store';
import { workspaceSchema, workspaceView } from './workspace.view';

export default command({
  id: 'workspace.archive',
  summary: 'Archive a workspace and revoke its tokens; its proposals stay reviewable.',
  policy: 'owner',
  scope: 'agents:admin',
  flags: ['destructive'],
  irreversible: true,
  payload: object({ workspaceId: id('wsp') }),
  result: object({ workspace: workspaceSchema, revokedTokens: t.Array(t.String()) }),
  refuses: ['not_found', 'invalid_state'],

  async run({ payload, storeId, tx, now, record }) {
    const workspace = await lockWorkspace(tx, storeId, payload.workspaceId);
    if (workspace.archivedAt)
      refuse('invalid_state', 'The workspace is archived already.', { facts: { state: 'archived' } });
    const revokedTokens = await archiveWorkspace(tx, storeId, workspace.id, now);
    record('workspace', workspace.id, { archivedAt: null }, { archivedAt: now.toISOString() });
    return { workspace: workspaceView({ ...workspace, archivedAt: now.toISOString() }), revokedTokens };
  },
});
