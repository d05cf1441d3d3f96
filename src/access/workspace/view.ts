import { id, label, nullable, object, oneOf, t, words } from '../../kernel/schema/schema';
import { kindWords } from '../kind';
import { type WorkspaceRow, workspace } from './table';

/** The main draft of the store stands among them, and has no row. */
const ofMain = {
  id: label('Kimlik', 'Id')(t.Union([id('wsp'), t.Literal('main')])),
  kind: label('Tür', 'Kind')(oneOf(['main', 'agent', 'developer'], words({ main: ['ana', 'main'], ...kindWords }))),
};

export const workspaceSchema = workspace.label(
  object({
    ...workspace.answers,
    ...ofMain,
    draftRev: label(
      'Taslak sürümü',
      'Revision of the draft',
    )(nullable(t.Integer({ description: 'null: nothing is drafted.' }))),
    sandbox: label(
      'Çalışma ortamı',
      'Sandbox',
    )(
      oneOf(['none', 'ready'], {
        description: 'State of the hosted sandbox: the main draft and archived workspaces have none.',
        ...words({ none: ['yok', 'none'], ready: ['hazır', 'ready'] }),
      }),
    ),
  }),
);

export const workspaceView = (row: WorkspaceRow) => ({
  ...workspace.answer(row),
  draftRev: null,
  sandbox: row.archivedAt ? ('none' as const) : ('ready' as const),
});
