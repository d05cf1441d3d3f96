import { canonicalJson, digestOf } from '../kernel/canonical';
import { command, type MutationContext } from '../kernel/declaration/declare';
import { Refusal, refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema/schema';
import type { SentPackage } from '../skin/check/form';
import type { CheckRow } from '../skin/check/row';
import { compareVersions } from '../skin/check/semver';
import { firstPartyKeys } from '../skin/first-party/packs';
import type { Pack } from '../skin/pack/pack';
import { findInstalled, findPack, insertPack, type OwnPack, ownPacks } from '../skin/store/packs-store';
import { type PusherKind, themePack } from '../skin/store/table';
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
    'Keep a package as a version of a private theme, and install it. One that an agent pushes waits until a person installs it. It passes the check of `themes.check`, and a version never changes.',
  policy: 'workspace',
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

  async run(context) {
    const { payload, storeId, tx, now, principal, record } = context;
    const own = await ownPacks(tx, storeId);
    const isAgent = principal.kind === 'agent';
    const before = earlierOf(own, payload.manifest, isAgent);
    const against = before && `${before.key}@${before.version}`;
    const { errors, warnings, checked } = await verdictOn(payload as SentPackage, against, {
      caller: { lane: principal.id, isKnown: true },
      findPack: (key, version) => findPack(tx, storeId, key, version),
    });
    const { pack: sent, passed } = checked;
    if (errors.length > 0 || !sent || !passed) return refuseRows(errors);
    const { key, version } = sent.manifest;
    if (firstPartyKeys.includes(key))
      refuse('theme_key_taken', `${key} is a theme of the product.`, { facts: { theme: key } });
    const pack: Pack = { ...sent, css: passed.css };
    const hash = digestOf(pack);
    const known = own.find((each) => each.key === key && each.version === version);
    if (known && known.hash !== hash)
      refuse('theme_version_taken', `${key} ${version} is another package.`, {
        facts: { theme: key, version, hash: known.hash },
      });
    const view = { theme: key, version, hash, warnings: [...warnings] };
    if (known) {
      if (!isAgent) await installNewest(context, key, version);
      return { ...view, unchanged: true };
    }
    await makeRoom(context, own, isAgent);
    const text = canonicalJson(pack);
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
    record(themePack.word, hash, null, { hash, key, version, bytes: row.bytes, byKind: row.byKind });
    if (!isAgent) await installNewest(context, key, version);
    return { ...view, unchanged: false };
  },
});

/** Installs a version that is newer than the one that is there, and asks what it could bring. */
async function installNewest(context: MutationContext, key: string, version: string): Promise<void> {
  askForUpdates(context);
  const installed = await findInstalled(context.tx, context.storeId, key);
  if (!installed?.version || compareVersions(version, installed.version) > 0)
    await install(context, installed, key, version);
}

/** The version of the store's own theme that a package follows. What an agent pushed says nothing of what a person may push. */
function earlierOf(own: readonly OwnPack[], manifest: unknown, isAgent: boolean): OwnPack | undefined {
  const { key, version } = (manifest ?? {}) as { readonly key?: unknown; readonly version?: unknown };
  if (typeof version !== 'string' || !/^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(version)) return undefined;
  const earlier = own.filter(
    (each) => each.key === key && compareVersions(each.version, version) < 0 && (isAgent || each.byKind !== 'agent'),
  );
  return earlier.toSorted((left, right) => compareVersions(left.version, right.version)).at(-1);
}

function refuseRows(rows: readonly CheckRow[]): never {
  const errors = rows.map(({ pointer, english }) => ({ pointer: `/payload${pointer}`, message: english }));
  throw new Refusal('theme_invalid', errors[0] ? `${errors[0].pointer}: ${errors[0].message}` : undefined, {
    errors,
    facts: { rows },
  });
}
