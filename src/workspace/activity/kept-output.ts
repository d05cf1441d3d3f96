import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { SecretBox } from '../../kernel/personal/secret-box';
import type { Claim } from './key-store';

/** The words of a command, as its key keeps them. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly droppedBytes: number;
}

const smaller = promisify(deflateRaw);
const whole = promisify(inflateRaw);

/** Binds an output to its key: elsewhere it does not open. */
export const contextOf = ({ storeId, principalId, key }: Claim): string =>
  `workspace_exec_key|${storeId}|${principalId}|${key}`;

/** A feed masks credentials, and an output may show them, and buyers: what is kept of it opens to the API alone. */
export async function sealOutput(
  box: SecretBox,
  claim: Claim,
  { stdout, stderr, droppedBytes }: Output,
): Promise<Buffer> {
  return box.seal(await smaller(JSON.stringify({ stdout, stderr, droppedBytes })), contextOf(claim));
}

/** @returns undefined where it does not open: how its command ended is told without it */
export async function openOutput(box: SecretBox, claim: Claim, sealed: Buffer): Promise<Output | undefined> {
  try {
    return JSON.parse((await whole(box.openBytes(sealed, contextOf(claim)))).toString('utf8')) as Output;
  } catch {
    return undefined;
  }
}
