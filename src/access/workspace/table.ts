import { createdAt, label, nullable, t, time } from '../../kernel/schema/schema';
import { identity, type Row, table } from '../../kernel/table/table';
import { kind } from '../kind';

export const workspaceName = label('Ad', 'Name');

/** It has no rev: it is opened and archived, and nothing of it changes between. */
export const workspace = table({
  word: 'workspace',
  label: label('Çalışma alanı', 'Workspace'),
  table: 'workspace',
  columns: {
    id: identity('wsp'),
    kind: { type: 'text', schema: kind(), kept: 'once' },
    name: { type: 'text', schema: workspaceName(t.String()), kept: 'once' },
    createdAt: { type: 'timestamptz', schema: createdAt, kept: 'once', compared: false },
    archivedAt: { type: 'timestamptz', schema: label('Arşivlendi', 'Archived')(nullable(time())) },
  },
});

export type WorkspaceRow = Row<typeof workspace>;
