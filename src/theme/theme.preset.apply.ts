import { draftSubject } from '../design/draft/draft';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { label, object, t } from '../kernel/schema/schema';
import { draftFields, dressDraft, wornSchema } from './wear/answer';
import { presetApplied } from './wear/preset';

export default command({
  id: 'theme.preset.apply',
  label: { tr: 'Hazır ayarı uygula', en: 'Apply a preset' },
  summary:
    'Apply a preset of the theme to the draft of a workspace. Values that the preset names change, and no others.',
  soughtBy:
    'change shop colour color colours colors palette font look, vitrin renk rengi palet yazı tipi görünüm değiştir',
  policy: 'workspace',
  scope: 'design:write',
  workspace: 'workspace',
  payload: object({
    preset: label('Hazır ayar', 'Preset')(t.String({ minLength: 1, maxLength: 63, description: 'Key of the preset.' })),
    ...draftFields,
  }),
  result: wornSchema,
  refuses: ['not_found', 'agent_workspace_only', 'rev_conflict', 'bundle_invalid'],
  example: { preset: 'deniz', workspace: 'main' },
  exampleRev: 1,
  subject: draftSubject('workspace'),

  run: (context) =>
    dressDraft(context, ({ bundle, pack }) => {
      const changed = pack && presetApplied(bundle, pack, context.payload.preset);
      return changed ?? refuse('not_found', 'The theme of the draft has no such preset.');
    }),
});
