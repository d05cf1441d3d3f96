import { draftSubject } from '../design/draft/draft';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { label, object, oneOf, t, words } from '../kernel/schema/schema';
import { versionsFor, wardrobeOf } from './installed';
import { draftFields, dressDraft, wornSchema } from './wear/answer';
import { switched, switchModes } from './wear/switch';

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
  refuses: ['not_found', 'agent_workspace_only', 'rev_conflict', 'bundle_invalid', 'theme_worn', 'theme_not_installed'],
  example: { theme: 'pazar', mode: 'theme-skeleton', workspace: 'main' },
  exampleRev: 1,
  subject: draftSubject('workspace'),

  run: (context) =>
    dressDraft(context, async ({ bundle }) => {
      const { tx, storeId, payload } = context;
      const workspace = context.draft();
      const { theme, mode = 'keep-layout' } = payload;
      if (theme === bundle.theme.key)
        refuse('theme_worn', 'The draft wears this theme already.', { facts: { theme: bundle.theme } });
      const parked = Object.hasOwn(bundle.parked, theme) ? bundle.parked[theme]?.version : undefined;
      const versions = await versionsFor(tx, storeId, theme, workspace);
      const otherwise = versions.waiting.at(-1);
      const wardrobe = await wardrobeOf(tx, storeId, workspace, [
        bundle.theme,
        { key: theme, version: parked, otherwise },
      ]);
      const changed = switched(bundle, theme, mode, wardrobe);
      if (changed) return changed;
      if (versions.all.length === 0) refuse('not_found', 'There is no such theme.');
      return refuse('theme_not_installed', `${theme} is not installed: install it first.`, {
        facts: { theme, versions: versions.all },
      });
    }),
});
