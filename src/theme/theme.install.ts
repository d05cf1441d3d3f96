import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { expectedRevOrNone, label, nullable, object, rev, t } from '../kernel/schema/schema';
import { findInstalled, findPusher } from '../skin/store/packs-store';
import { installedTheme } from '../skin/store/table';
import { askForUpdates } from '../store/update/look-store';
import { install, installedVersion, type Versions, versionsFor } from './installed';

export default command({
  id: 'theme.install',
  label: { tr: 'Tema kur', en: 'Install a theme' },
  summary:
    'Install a version of a theme: drafts may wear it from now on. The live design stays as it is until a draft that wears it is published.',
  policy: 'propose',
  scope: 'design:write',
  flags: ['bumps generation'],
  payload: object({
    theme: label('Tema', 'Theme')(t.String({ minLength: 1, maxLength: 63, description: 'Key of the theme.' })),
    version: t.Optional(
      label(
        'Sürüm',
        'Version',
      )(
        t.String({
          pattern: '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$',
          description: 'Left out, the newest.',
        }),
      ),
    ),
    expectedRev: expectedRevOrNone,
  }),
  result: object({
    theme: t.String(),
    version: t.String(),
    previous: nullable(t.String({ description: 'The version that was installed before.' })),
    rev: rev(),
  }),
  refuses: ['not_found', 'rev_conflict'],
  example: { theme: 'pazar' },
  subject: { ...installedTheme.by('theme'), optional: true },
  async compares({ db, storeId, payload: { theme, version } }) {
    const key = theme;
    const meant = version ?? (await versionsFor(db, storeId, key)).offered.at(-1);
    if (meant === undefined) return null;
    const pushedBy = await findPusher(db, storeId, key, meant);
    return {
      before: null,
      after: null,
      theme: { key, version: meant, pushedBy },
      changes: null,
      changed: null,
      pages: [],
    };
  },

  async run(context) {
    const { payload, storeId, tx, guardRev, inverse } = context;
    const { theme } = payload;
    const before = await findInstalled(tx, storeId, theme);
    guardRev(theme, before?.rev ?? 0);
    const versions = await versionsFor(tx, storeId, theme);
    const version = payload.version ?? versions.offered.at(-1);
    if (version === undefined || !versions.all.includes(version)) return refuse('not_found', inWords(versions));
    const previous = installedVersion(before, theme) ?? null;
    const after = await install(context, before, theme, version);
    askForUpdates(context);
    if (before?.version) inverse('theme.install', { theme, version: before.version, expectedRev: after.rev });
    else if (previous === null) inverse('theme.uninstall', { theme, expectedRev: after.rev });
    return { theme, version, previous, rev: after.rev };
  },
});

const inWords = ({ all }: Versions): string =>
  all.length === 0 ? 'There is no such theme.' : `The theme has ${all.join(', ')}.`;
