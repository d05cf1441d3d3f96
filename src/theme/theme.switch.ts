import { draftSubject } from '../design/draft/draft';
import { command } from '../kernel/declaration/declare';
import { refuse } from '../kernel/errors';
import { label, object, oneOf, t, words } from '../kernel/schema/schema';
import { draftFields, dressDraft, wornSchema } from './wear/answer';
import { switched, switchModes } from './wear/switch';
import { wardrobe } from './wear/wardrobe';

export default command({
  id: 'theme.switch',
  label: { tr: 'Temayı değiştir', en: 'Switch the theme' },
  summary:
    'Make the draft of a workspace wear another theme. What was said of the old one is parked, and comes back with it: there and back, the design is the same.',
  policy: 'workspace',
  scope: 'design:write',
  workspace: 'workspace',
  payload: object({
    theme: label('Tema', 'Theme')(t.String({ minLength: 1, maxLength: 63, description: 'Key of the theme.' })),
    mode: t.Optional(
      label(
        'Sayfa düzeni',
        'Layout of the pages',
      )(
        oneOf(switchModes, {
          description: 'Left out, the layout stays.',
          ...words({
            'keep-layout': ['kalsın', 'stays'],
            'theme-skeleton': ['temanınki gelsin', 'that of the theme'],
          }),
        }),
      ),
    ),
    ...draftFields,
  }),
  result: wornSchema,
  refuses: ['not_found', 'agent_workspace_only', 'rev_conflict', 'bundle_invalid', 'theme_worn'],
  example: { theme: 'pazar', mode: 'theme-skeleton', workspace: 'main' },
  exampleRev: 1,
  subject: draftSubject('workspace'),

  run: (context) =>
    dressDraft(context, ({ bundle }) => {
      const { theme, mode = 'keep-layout' } = context.payload;
      if (theme === bundle.theme.key)
        refuse('theme_worn', 'The draft wears this theme already.', { facts: { theme: bundle.theme } });
      return switched(bundle, theme, mode, wardrobe) ?? refuse('not_found', 'There is no such theme.');
    }),
});
