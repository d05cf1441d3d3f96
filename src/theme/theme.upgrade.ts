import { draftSubject } from '../design/draft/draft';
import { command } from '../kernel/declaration/declare';
import { refuse } from '../kernel/errors';
import { label, object, t } from '../kernel/schema/schema';
import { compareVersions } from '../skin/check/semver';
import type { Pack } from '../skin/pack/pack';
import { draftFields, dressDraft, wornSchema } from './wear/answer';
import { upgraded } from './wear/upgrade';
import { wardrobe } from './wear/wardrobe';

export default command({
  id: 'theme.upgrade',
  label: { tr: 'Temayı yükselt', en: 'Upgrade the theme' },
  summary:
    'Move the draft of a workspace to a newer version of its theme. Values of the shop stay or move with their names; all others follow the theme.',
  policy: 'workspace',
  scope: 'design:write',
  flags: ['bumps generation'],
  workspace: 'workspace',
  payload: object({
    version: t.Optional(
      label(
        'Sürüm',
        'Version',
      )(t.String({ pattern: '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$', description: 'Left out, the newest.' })),
    ),
    ...draftFields,
  }),
  result: wornSchema,
  refuses: ['not_found', 'agent_workspace_only', 'rev_conflict', 'bundle_invalid', 'theme_not_newer'],
  example: { version: '1.1.0', workspace: 'main' },
  exampleRev: 1,
  subject: draftSubject('workspace'),

  run: (context) =>
    dressDraft(context, ({ bundle, pack }) => {
      if (!pack) return refuse('not_found', 'The theme of the draft is not here.');
      return upgraded(bundle, pack, nextPack(pack, context.payload.version));
    }),
});

/** @throws {Refusal} not_found, theme_not_newer */
function nextPack({ manifest: { key, version } }: Pack, asked: string | undefined): Pack {
  const next = asked ?? wardrobe.usualVersion(key) ?? version;
  if (compareVersions(next, version) <= 0)
    refuse('theme_not_newer', `The draft wears ${version}; ${next} is not newer.`, {
      facts: { version, newest: wardrobe.usualVersion(key) ?? null },
    });
  return wardrobe.packOf(key, next) ?? refuse('not_found', 'The theme has no such version.');
}
