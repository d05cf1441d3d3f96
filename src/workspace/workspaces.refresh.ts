import { workspaceOrMain } from '../access/workspace/readable';
import { lockWorkspace } from '../access/workspace/store';
import { workspace } from '../access/workspace/table';
import { workspaceSchema, workspaceView } from '../access/workspace/view';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { findDraft, revOfDraft } from '../store/design/store';
import { endSandbox } from './life/ending';
import { assertSandbox } from './sandbox/work';

export default command({
  id: 'workspaces.refresh',
  label: { tr: 'Çalışma ortamını yenile', en: 'Refresh the sandbox of a workspace' },
  summary:
    'Back up the files of a workspace and remove its sandbox; commands in it end. The next work brings it back, with the files.',
  policy: 'owner',
  scope: 'agents:admin',
  payload: object({ workspaceId: workspace.label(workspaceOrMain()) }),
  result: object({ workspace: workspaceSchema }),
  refuses: ['not_found', 'invalid_state'],
  route: { http: 'POST /v1/workspaces/{ws}/refresh', names: { ws: 'workspaceId' } },
  example: { workspaceId: exampleId('wsp', 'AJAN') },

  async run(context) {
    const { payload, storeId, tx, concerns } = context;
    assertSandbox(payload.workspaceId);
    const row = await lockWorkspace(tx, storeId, payload.workspaceId);
    if (row.archivedAt) refuse('invalid_state', 'The workspace is archived.', { facts: { state: 'archived' } });
    const sandbox = await endSandbox(context, row.id, 'refresh');
    if (!sandbox) refuse('invalid_state', 'The workspace has no sandbox.', { facts: { state: 'none' } });
    // Nothing of the store changes. The feed tells what becomes of the files.
    concerns([row.id]);
    return { workspace: workspaceView(row, sandbox, revOfDraft(await findDraft(tx, storeId, row.id))) };
  },
});
