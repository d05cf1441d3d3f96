import { canonicalJson } from '../kernel/canonical';
import { command } from '../kernel/declaration/command';
import type { MutationContext } from '../kernel/declaration/context';
import { digestOf } from '../kernel/digest';
import { Refusal, refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema/schema';
import { compareVersions } from '../kernel/version';
import { checkedPackage } from '../skin/check/check';
import type { SentPackage } from '../skin/check/form';
import type { CheckRow } from '../skin/check/row';
import { firstPartyKeys } from '../skin/first-party/packs';
import type { Pack } from '../skin/pack/pack';
import { findInstalled, findPack, insertPack, type OwnPack, ownPacks } from '../skin/store/packs-store';
import { type PusherKind, themePack } from '../skin/store/table';
import { keepTried } from '../skin/store/workspace-packs-store';
import { askForUpdates } from '../store/update/look-store';
import { install } from './installed';
import { examplePackage } from './package/example';
import { checkRowSchema, packageFields } from './package/schema';
import { verdictOn } from './package/verdict';
import { makeRoom } from './room';

export default command({
  id: 'theme.push',
  label: { tr: 'Özel tema gönder', en: 'Push a private theme' },
  summary:
    'Keep a package as a version of a private theme, and install it. It passes `themes.check`, and never changes. A proposed one is tried in its workspace alone.',
  policy: 'propose',
  scope: 'design:write',
  irreversible: true,
  payload: object(packageFields),
  result: object({
    theme: t.String(),
    version: t.String(),
    hash: t.String({ description: 'Name of the pack.' }),
    unchanged: t.Boolean({ description: 'The store has had this very version.' }),
    warnings: t.Array(checkRowSchema),
  }),
  refuses: [
    'invalid_request',
    'throttled',
    'theme_invalid',
    'theme_key_taken',
    'theme_version_taken',
    'theme_packs_full',
  ],
  example: { ...examplePackage, variables: [...examplePackage.variables], presets: [...examplePackage.presets] },
  redact: ({ manifest }) => ({ manifest }),

  async compares({ payload: { manifest } }) {
    const { key, version } = manifest as Pack['manifest'];
    const theme = { key, version, pushedBy: 'agent' };
    return { before: null, after: null, theme, changes: null, changed: null, pages: [] };
  },

  async stage({ tx, storeId, principal: { id, workspaceId }, payload, now }) {
    if (workspaceId === null) return;
    // It has passed the check a moment ago, when it was tried what the call would do.
    const { pack, passed } = await checkedPackage(payload as SentPackage, { lane: id, isKnown: true });
    if (!pack || !passed) throw new Error('a package was proposed that does not pass the check');
    keepTried(tx, storeId, workspaceId, digestPack({ ...pack, css: passed.css }), now);
  },

  async run(context) {
    const { payload, storeId, tx, now, principal, record } = context;
    const own = await ownPacks(tx, storeId);
    const before = earlierOf(own, payload.manifest);
    const against = before && `${before.key}@${before.version}`;
    const { errors, warnings, checked } = await verdictOn(payload as SentPackage, against, {
      caller: { lane: principal.id, isKnown: true },
      findPack: (key, version) => findPack(tx, storeId, key, version),
    });
    const { pack: sent, passed } = checked;
    if (errors.length > 0 || !sent || !passed) return refuseRows(errors);
    const { key, version, hash, text } = digestPack({ ...sent, css: passed.css });
    if (firstPartyKeys.includes(key))
      refuse('theme_key_taken', `${key} is a theme of the product.`, { facts: { theme: key } });
    const known = own.find((each) => each.key === key && each.version === version);
    if (known && known.hash !== hash)
      refuse('theme_version_taken', `${key} ${version} is another package.`, {
        facts: { theme: key, version, hash: known.hash },
      });
    const view = { theme: key, version, hash, warnings: [...warnings] };
    if (known) {
      await installNewest(context, key, version);
      return { ...view, unchanged: true };
    }
    await makeRoom(context, own);
    const row = {
      hash,
      key,
      version,
      text,
      bytes: Buffer.byteLength(text),
      byKind: principal.kind as PusherKind,
      pushedAt: now.toISOString(),
    };
    await insertPack(tx, storeId, row);
    record(themePack.word, hash, null, { hash, key, version, bytes: row.bytes });
    await installNewest(context, key, version);
    return { ...view, unchanged: false };
  },
});

/** A pack with what it is found by. */
const digestPack = (pack: Pack) => ({
  key: pack.manifest.key,
  version: pack.manifest.version,
  hash: digestOf(pack),
  text: canonicalJson(pack),
});

/** Installs a version that is newer than the one that is there, and asks what it could bring. */
async function installNewest(context: MutationContext, key: string, version: string): Promise<void> {
  askForUpdates(context);
  const installed = await findInstalled(context.tx, context.storeId, key);
  if (!installed?.version || compareVersions(version, installed.version) > 0)
    await install(context, installed, key, version);
}

/** The version of the store's own theme that a package follows. */
function earlierOf(own: readonly OwnPack[], manifest: unknown): OwnPack | undefined {
  const { key, version } = (manifest ?? {}) as { readonly key?: unknown; readonly version?: unknown };
  if (typeof version !== 'string' || !/^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(version)) return undefined;
  const earlier = own.filter((each) => each.key === key && compareVersions(each.version, version) < 0);
  return earlier.toSorted((left, right) => compareVersions(left.version, right.version)).at(-1);
}

function refuseRows(rows: readonly CheckRow[]): never {
  const errors = rows.map(({ pointer, english }) => ({ pointer, message: english }));
  throw new Refusal('theme_invalid', errors[0] ? `${errors[0].pointer}: ${errors[0].message}` : undefined, {
    errors,
    facts: { rows },
  });
}
