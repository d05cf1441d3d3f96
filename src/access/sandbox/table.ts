import { id, label, nullable, objectName, oneOf, t, time } from '../../kernel/schema/schema';
import { type Row, table } from '../../kernel/table/table';

export const livingStates = ['cold', 'starting', 'warm', 'backing_up', 'destroying', 'failed'] as const;
const sandboxStates = [...livingStates, 'archived'] as const;

/**
 * The sandbox of a workspace. It has no rev, and nobody is asked about it: what an owner wants of it stands in `wanted`, and the
 * workflow of the workspace does the rest. Each change of it names the epoch that it was decided in.
 */
export const sandbox = table({
  word: 'sandbox',
  label: label('Çalışma ortamı', 'Sandbox'),
  table: 'workspace_sandbox',
  columns: {
    workspaceId: { type: 'text', schema: id('wsp'), kept: 'once' },
    state: { type: 'text', schema: oneOf(sandboxStates) },
    /** The reason of its state, for people. */
    reason: { type: 'text', schema: nullable(t.String()) },
    /** The wish of its owner, until it is done. */
    wanted: { type: 'text', schema: nullable(oneOf(['refresh', 'archive'])) },
    /** Counts the lives of its files. Each has a folder of its own. */
    epoch: { type: 'integer', schema: t.Integer() },
    /** The host that has the folder of this epoch, or is to have it. null: none is chosen. */
    host: { type: 'text', schema: nullable(t.String()) },
    /** The machine has the folder of this epoch though the sandbox is not warm. */
    kept: { type: 'boolean', schema: t.Boolean() },
    /** Names the one backup under way that may end. */
    attempt: { type: 'text', schema: nullable(t.String()) },
    /** Since when the files of this epoch are worked on. */
    startedAt: { type: 'timestamptz', schema: nullable(time()) },
    changedAt: { type: 'timestamptz', schema: time() },
    backupId: { type: 'text', schema: nullable(t.String()) },
    backupObject: { type: 'text', schema: nullable(objectName) },
    backupDigest: { type: 'text', schema: nullable(t.String()) },
    backupBytes: { type: 'bigint', schema: nullable(t.Integer()) },
    backedUpAt: { type: 'timestamptz', schema: nullable(time()) },
    backupExpiresAt: { type: 'timestamptz', schema: nullable(time()) },
  },
});

export type SandboxRow = Row<typeof sandbox>;
export type State = SandboxRow['state'];
