import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';
import type { Manifest } from '../../provider/manifest';
import { knownManifest } from '../store';
import { putSecret, secretKeys } from './store';
import { secret } from './table';

type Context = Pick<MutationContext, 'storeId' | 'tx' | 'now' | 'record' | 'services'>;

/**
 * Keeps secrets of an extension that is held, each in the place of the one that stood there.
 * @param manifest of the version that is installed @param values by their keys
 * @returns when that was
 * @throws {Refusal} secret_unknown, of one that neither this version nor the next declares
 */
export async function keepSecrets(
  { storeId, tx, now, record, services }: Context,
  manifest: Manifest,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const extension = manifest.key;
  // Secrets of the next version can be entered before it is there: an upgrade finds them set.
  const declared = [...manifest.secrets, ...knownManifest(extension).secrets].map(({ key }) => key);
  if (!Object.keys(values).every((key) => declared.includes(key))) refuse('secret_unknown');
  const had = await secretKeys(tx, storeId, extension);
  const setAt = now.toISOString();
  for (const [key, value] of Object.entries(values)) {
    putSecret(tx, services.secretBox, storeId, { extension, key, value, setAt });
    const before = had.get(key);
    const old = before === undefined ? null : secret.snapshot({ setAt: before });
    record(secret.word, `${extension}/${key}`, old, secret.snapshot({ setAt }), { extension });
  }
  return setAt;
}
