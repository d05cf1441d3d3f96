import { sandboxesOf } from '../access/sandbox/store';
import type { SandboxRow } from '../access/sandbox/table';
import { MAIN } from '../access/workspace/readable';
import { listWorkspaces } from '../access/workspace/store';
import type { WorkspaceRow } from '../access/workspace/table';
import { workspaceSchema, workspaceView } from '../access/workspace/view';
import type { Queryable } from '../kernel/database/queryable';
import { workRoute } from '../kernel/declaration/route';
import { label, nullable, object, oneOf, page, pageQuery, type Static, t, time, unit } from '../kernel/schema/schema';
import { draftRevs } from '../store/design/store';
import { storeSummary } from '../store/store';

const listed = object({
  ...workspaceSchema.properties,
  sandboxDriver: label(
    'Çalışma ortamı sürücüsü',
    'Driver of the sandbox',
  )(
    nullable(
      oneOf(['bubblewrap', 'builtin'], {
        description:
          'By which its commands run. null: they do not; `GET /v1/health` says why, and what a driver lacks.',
      }),
    ),
  ),
  sandboxReason: label(
    'Durumun nedeni',
    'Reason of the state',
  )(nullable(t.String({ description: 'Why the sandbox failed, as a sentence.' }))),
  lastBackup: label(
    'Son yedek',
    'Last backup',
  )(
    nullable(
      object({
        at: label('Yedek zamanı', 'Backed up')(time()),
        bytes: label('Boyut', 'Size')(t.Integer(unit('bytes'))),
        expiresAt: label('Son geçerlilik', 'Expires')(time()),
      }),
    ),
  ),
});
type Listed = Omit<Static<typeof listed>, 'sandboxDriver'> & { readonly host: string | null };

export default workRoute({
  id: 'workspaces.list',
  label: { tr: 'Çalışma alanlarını listele', en: 'List the workspaces' },
  http: 'GET /v1/workspaces',
  summary: 'The main draft and every workspace of agents and developers, with draft rev and state of the sandbox.',
  policy: 'read',
  scope: 'design:read',
  query: object(pageQuery),
  result: page(listed),
  refuses: ['invalid_request'],
  example: { query: { limit: 20 } },

  async run({ db, storeId, cursors, services }) {
    const states = await services.sandbox.states();
    const driverOn = (host: string | null) =>
      states.find((state) => (host === null ? state.driver !== null : state.host === host))?.driver ?? null;
    return db.snapshot((moment) =>
      cursors.page({
        kinds: ['text'],
        async rows(after, most) {
          if (after) return workspacesAfter(moment, storeId, after[0], most);
          return [await mainOf(moment, storeId), ...(await workspacesAfter(moment, storeId, MAIN, most - 1))];
        },
        position: ({ id }) => [id],
        view: ({ host, ...row }) => ({ ...row, sandboxDriver: row.sandbox === 'none' ? null : driverOn(host) }),
      }),
    );
  },
});

async function workspacesAfter(moment: Queryable, storeId: string, after: string, most: number): Promise<Listed[]> {
  const rows = await listWorkspaces(moment, storeId, after === MAIN ? null : after, most);
  const ids = rows.map(({ id }) => id);
  const sandboxes = await sandboxesOf(moment, storeId, ids);
  const revs = await draftRevs(moment, storeId, ids);
  return rows.map((row) => listedOf(row, sandboxes.get(row.id), revs.get(row.id)));
}

function listedOf(row: WorkspaceRow, sandbox: SandboxRow | undefined, draftRev: number | undefined): Listed {
  const { backedUpAt: at = null, backupExpiresAt: expiresAt = null, backupBytes = null } = sandbox ?? {};
  const lastBackup = at === null || expiresAt === null ? null : { at, expiresAt, bytes: backupBytes ?? 0 };
  const { reason: sandboxReason = null, host = null } = sandbox ?? {};
  return { ...workspaceView(row, sandbox, draftRev ?? null), sandboxReason, lastBackup, host };
}

const noSandbox = { sandboxReason: null, lastBackup: null, host: null } as const;

/** The store's own draft stands before all others, and is a row of the first page like them. */
async function mainOf(moment: Queryable, storeId: string): Promise<Listed> {
  const { name, createdAt } = await storeSummary(moment, storeId);
  const draftRev = (await draftRevs(moment, storeId, [MAIN])).get(MAIN) ?? null;
  return { id: MAIN, kind: 'main', name, draftRev, sandbox: 'none', createdAt, archivedAt: null, ...noSandbox };
}
