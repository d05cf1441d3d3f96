import { id, label, nullable, object, oneOf, t, words } from '../../kernel/schema/schema';
import { kindWords } from '../kind';
import type { SandboxRow } from '../sandbox/table';
import { type WorkspaceRow, workspace } from './table';

const stateWords = {
  none: ['yok', 'none'],
  cold: ['dinleniyor', 'resting'],
  starting: ['açılıyor', 'starting'],
  warm: ['hazır', 'ready'],
  backing_up: ['yedekleniyor', 'being backed up'],
  destroying: ['siliniyor', 'being removed'],
  failed: ['sorunlu', 'failed'],
} as const;

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
      oneOf(['none', 'cold', 'starting', 'warm', 'backing_up', 'destroying', 'failed'], {
        description:
          'State of the hosted sandbox: the main draft and archived workspaces have none. One that rests is cold, and comes back with the next work in it.',
        ...words(stateWords),
      }),
    ),
  }),
);

/** @param sandbox undefined: it has none @param draftRev null: nothing is drafted there */
export const workspaceView = (
  row: WorkspaceRow,
  sandbox: Pick<SandboxRow, 'state' | 'wanted'> | undefined,
  draftRev: number | null = null,
) => ({
  ...workspace.answer(row),
  draftRev,
  sandbox: shownState(sandbox),
});

function shownState(sandbox: Pick<SandboxRow, 'state' | 'wanted'> | undefined) {
  if (!sandbox || sandbox.state === 'archived') return 'none' as const;
  return sandbox.wanted === null ? sandbox.state : ('destroying' as const);
}
