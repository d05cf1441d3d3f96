import type { Bundle } from '../design/bundle/bundle';
import type { Queryable } from '../kernel/database/queryable';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { expectedRev, label, object, rev, t } from '../kernel/schema/schema';
import { type ThemeNaming, themesWaiting } from '../proposal/store';
import { changeInstalled, lockInstalled } from '../skin/store/packs-store';
import { installedTheme } from '../skin/store/table';
import { findBody, findVersion, usesOfTheme } from '../store/design/store';
import { findOpenUpdate } from '../store/update/store';
import { DEFAULT_THEME } from './installed';
import { NAMING } from './room';

export default command({
  id: 'theme.uninstall',
  label: { tr: 'Temayı kaldır', en: 'Uninstall a theme' },
  summary:
    'Uninstall a theme that nothing wears: not the live design, no draft, no parked part of one, no waiting proposal and no open update. Published versions keep their pack.',
  policy: 'propose',
  scope: 'design:write',
  flags: ['destructive'],
  payload: object({
    theme: label('Tema', 'Theme')(t.String({ minLength: 1, maxLength: 63, description: 'Key of the theme.' })),
    expectedRev,
  }),
  result: object({
    theme: t.String(),
    version: t.String({ description: 'The version that was installed.' }),
    rev: rev(),
  }),
  refuses: ['not_found', 'rev_conflict', 'theme_in_use'],
  example: { theme: 'pazar' },
  subject: installedTheme.by('theme'),

  async run(context) {
    const { payload, storeId, tx, guardRev, inverse } = context;
    const { theme } = payload;
    const before = await lockInstalled(tx, storeId, theme);
    if (before?.version) guardRev(theme, before.rev);
    // A theme of the product may be live without ever having been installed.
    const uses = await usesOf(tx, storeId, theme);
    if (uses.length > 0)
      refuse('theme_in_use', `The theme is in use: ${uses.map(inWords).join(', ')}.`, { facts: { uses } });
    if (!before?.version) return refuse('not_found', 'The theme is not installed.');
    const after = changeInstalled(context, before, { version: null });
    inverse('theme.install', { theme, version: before.version, expectedRev: after.rev });
    return { theme, version: before.version, rev: after.rev };
  },
});

interface Use {
  readonly kind: 'live' | 'draft' | 'parked' | 'proposal' | 'update' | 'default';
  readonly name: string;
}

const inWords = ({ kind, name }: Use): string => (kind === name ? kind : `${kind} ${name}`);

async function usesOf(db: Queryable, storeId: string, theme: string): Promise<Use[]> {
  const uses: Use[] = await usesOfTheme(db, storeId, theme);
  if (theme === DEFAULT_THEME) uses.push({ kind: 'default', name: 'default' });
  const update = await findOpenUpdate(db, storeId, 'theme', theme);
  if (update) uses.push({ kind: 'update', name: update.id });
  for (const naming of await themesWaiting(db, storeId, NAMING))
    if (naming.theme === theme || (await keeps(db, storeId, naming, theme)))
      uses.push({ kind: 'proposal', name: naming.proposalId });
  return uses;
}

/** Whether the body that an item would publish wears a theme, or has it parked. */
async function keeps(db: Queryable, storeId: string, { hash, seq }: ThemeNaming, theme: string): Promise<boolean> {
  const named = hash ?? (seq === null ? undefined : (await findVersion(db, storeId, seq))?.hash);
  const text = named === undefined ? undefined : await findBody(db, storeId, named);
  if (text === undefined) return false;
  const body = JSON.parse(text) as Pick<Bundle, 'theme' | 'parked'>;
  return body.theme.key === theme || Object.hasOwn(body.parked, theme);
}
