import { createdAt, id, label, nullable, object, oneOf, t, time, words } from '../kernel/schema';
import { kindWords } from '../token/view';

export const workspaceLabel = label('Çalışma alanı', 'Workspace');
export const workspaceName = label('Ad', 'Name');

export const workspaceSchema = workspaceLabel(
  object({
    id: label('Kimlik', 'Id')(t.Union([id('wsp'), t.Literal('main')])),
    kind: label('Tür', 'Kind')(oneOf(['main', 'agent', 'developer'], words({ main: ['ana', 'main'], ...kindWords }))),
    name: workspaceName(t.String()),
    draftRev: label(
      'Taslak sürümü',
      'Revision of the draft',
    )(nullable(t.Integer({ description: 'null: nothing is drafted.' }))),
    sandbox: label(
      'Çalışma ortamı',
      'Sandbox',
    )(oneOf(['none'], { description: 'State of the hosted sandbox.', ...words({ none: ['yok', 'none'] }) })),
    createdAt,
    archivedAt: label('Arşivlendi', 'Archived')(nullable(time())),
  }),
);

export interface WorkspaceRow {
  readonly id: string;
  readonly kind: 'agent' | 'developer';
  readonly name: string;
  readonly createdAt: string;
  readonly archivedAt: string | null;
}

export const workspaceView = (row: WorkspaceRow) => ({ ...row, draftRev: null, sandbox: 'none' as const });
