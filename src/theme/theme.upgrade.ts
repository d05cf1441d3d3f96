import { draftSubject } from '../design/draft/draft';
import { command } from '../kernel/declaration/command';
import type { MutationContext } from '../kernel/declaration/context';
import { refuse } from '../kernel/errors';
import { label, object, t } from '../kernel/schema/schema';
import { compareVersions } from '../kernel/version';
import type { Pack } from '../skin/pack/pack';
import { REACH_MAX } from '../skin/pack/steps';
import { findInstalled, findWornPack } from '../skin/store/packs-store';
import { install, installedVersion, versionsFor } from './installed';
import { draftFields, dressDraft, wornSchema } from './wear/answer';
import { isBearable, upgraded } from './wear/upgrade';

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
      )(
        t.String({
          pattern: '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$',
          description: 'Left out, the newest that the store has.',
        }),
      ),
    ),
    ...draftFields,
  }),
  result: wornSchema,
  refuses: [
    'not_found',
    'agent_workspace_only',
    'rev_conflict',
    'bundle_invalid',
    'theme_not_newer',
    'theme_not_installed',
    'theme_invalid',
  ],
  example: { version: '1.1.0', workspace: 'main' },
  exampleRev: 1,
  subject: draftSubject('workspace'),

  run: (context) =>
    dressDraft(context, async ({ bundle, pack }) => {
      if (!pack) return refuse('not_found', 'The theme of the draft is not here.');
      const next = await nextPack(context, pack);
      if (!isBearable(bundle, pack, next))
        refuse('theme_invalid', `/manifest/migrations: the steps would be taken at more than ${REACH_MAX} values.`);
      return upgraded(bundle, pack, next);
    }),
});

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'record' | 'principal' | 'draft'> & {
  readonly payload: { readonly version?: string };
};

/**
 * The pack to which a draft goes. It is installed along, unless the workspace tries it. An agent installs nothing.
 * @throws {Refusal} not_found, theme_not_newer, theme_not_installed
 */
async function nextPack(context: Context, { manifest: { key, version } }: Pack): Promise<Pack> {
  const { tx, storeId, principal, payload } = context;
  const workspace = context.draft();
  const versions = await versionsFor(tx, storeId, key, workspace);
  const newest = versions.offered.at(-1) ?? version;
  const next = payload.version ?? newest;
  if (compareVersions(next, version) <= 0)
    refuse('theme_not_newer', `The draft wears ${version}; ${next} is not newer.`, { facts: { version, newest } });
  const pack = await findWornPack(tx, storeId, { key, version: next }, workspace);
  if (!pack) return refuse('not_found', `The theme has ${versions.all.join(', ')}.`);
  if (versions.waiting.includes(next)) return pack;
  const row = await findInstalled(tx, storeId, key);
  const has = installedVersion(row, key);
  if (has !== undefined && compareVersions(has, next) >= 0) return pack;
  if (principal.kind === 'agent')
    refuse('theme_not_installed', `${key} ${next} is not installed: propose theme.install first.`, {
      facts: { theme: key, version: next, installed: has ?? null },
    });
  await install(context, row, key, next);
  return pack;
}
