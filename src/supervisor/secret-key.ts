import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { newSecretKey } from '../config';
import { writeAtomically } from '../embedded/file-lock';

/** The key that seals secrets at rest, made once. Whoever loses it loses what it sealed, so it is never replaced. */
export function secretKeyOf(dataFolder: string): Buffer {
  const file = path.join(dataFolder, 'secret.key');
  if (!existsSync(file)) writeAtomically(file, newSecretKey(), 0o600);
  chmodSync(file, 0o600);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32)
    throw new Error(`${file} is damaged: it must hold 32 bytes in base64. Restore it from a backup.`);
  return key;
}
