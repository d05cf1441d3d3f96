import { randomBytes } from 'node:crypto';
import { openSecrets, putSecret, secretKeys } from '../../extension/secret/store';
import { secret } from '../../extension/secret/table';
import type { MutationContext } from '../../kernel/declaration/context';

/** Secrets of a channel that its owner never enters: the key that its marketplace sends along, and the one before. */
const KEY = 'webhookKey';
const BEFORE = 'webhookKeyBefore';

const BYTES = 24;

type Context = Pick<MutationContext, 'storeId' | 'tx' | 'now' | 'record' | 'services'>;

/**
 * Draws a key in the place of the present one. That one is kept beside it unless the marketplace was never known to have it: then it is the
 * one before that the marketplace may still send.
 */
export async function drawKey(context: Context, extension: string, wasProven: boolean): Promise<void> {
  const { tx, storeId, services } = context;
  const { [KEY]: present } = await openSecrets(tx, services.secretBox, storeId, extension);
  if (present !== undefined && wasProven) await put(context, extension, BEFORE, present);
  await put(context, extension, KEY, randomBytes(BYTES).toString('base64url'));
}

async function put({ tx, storeId, now, record, services }: Context, extension: string, key: string, value: string) {
  const before = (await secretKeys(tx, storeId, extension)).get(key);
  const setAt = now.toISOString();
  putSecret(tx, services.secretBox, storeId, { extension, key, value, setAt });
  const old = before === undefined ? null : secret.snapshot({ setAt: before });
  record(secret.word, `${extension}/${key}`, old, secret.snapshot({ setAt }), { extension });
}

/** Keys that a post may prove itself by, the present one first. */
export function keysIn(
  { [KEY]: present, [BEFORE]: before }: Readonly<Record<string, string>>,
  takesKeyBefore: boolean,
): string[] {
  return [present, takesKeyBefore ? before : undefined].filter((key) => key !== undefined);
}
