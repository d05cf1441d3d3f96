import { id, nullable, object, oneOf, t, time } from '../kernel/schema';

export const workspaceSchema = object({
  id: t.Union([id('wsp'), t.Literal('main')]),
  kind: oneOf(['main', 'agent', 'developer']),
  name: t.String(),
  draftRev: nullable(t.Integer({ description: 'null: nothing is drafted.' })),
  sandbox: oneOf(['none'], { description: 'State of the hosted sandbox.' }),
  createdAt: time(),
  archivedAt: nullable(time()),
});

export interface WorkspaceRow {
  readonly id: string;
  readonly kind: 'agent' | 'developer';
  readonly name: string;
  readonly createdAt: string;
  readonly archivedAt: string | null;
}

export const workspaceView = (row: WorkspaceRow) => ({ ...row, draftRev: null, sandbox: 'none' as const });
