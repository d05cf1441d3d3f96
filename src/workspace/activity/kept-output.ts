import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { type Cut, droppedOf, type Ended } from '../../kernel/declaration/sandbox';
import type { SecretBox } from '../../kernel/personal/secret-box';
import type { Claim } from './key-store';

/** The output of a command, as it is answered and as its key keeps it. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
  /** Form of both: bytes that are no UTF-8 have another one. */
  readonly encoding: 'utf8' | 'base64';
  readonly stdoutCut: Cut | null;
  readonly stderrCut: Cut | null;
  readonly droppedBytes: number;
}

export function outputOf({ stdout, stderr, stdoutCut, stderrCut }: Ended): Output {
  const encoding = isUtf8(stdout) && isUtf8(stderr) ? 'utf8' : 'base64';
  const words = { stdout: stdout.toString(encoding), stderr: stderr.toString(encoding), encoding } as const;
  return { ...words, stdoutCut, stderrCut, droppedBytes: droppedOf(stdoutCut, stderrCut) };
}

/** An output of which nothing but its size is kept. */
export const forgottenOf = (ended: Ended): Output => {
  const stdoutCut = wholeCut(ended.stdout, ended.stdoutCut);
  const stderrCut = wholeCut(ended.stderr, ended.stderrCut);
  const droppedBytes = droppedOf(stdoutCut, stderrCut);
  return { stdout: '', stderr: '', encoding: 'utf8', stdoutCut, stderrCut, droppedBytes };
};

function wholeCut({ length }: Buffer, cut: Cut | null): Cut | null {
  const bytes = length + droppedOf(cut);
  return bytes === 0 ? null : { at: 0, bytes };
}

const smaller = promisify(deflateRaw);
const whole = promisify(inflateRaw);

/** Binds an output to its key: elsewhere it does not open. */
export const contextOf = ({ storeId, principalId, key }: Claim): string =>
  `workspace_exec_key|${storeId}|${principalId}|${key}`;

/** A feed masks credentials, and an output may show them, and buyers: what is kept of it opens to the API alone. */
export async function sealOutput(box: SecretBox, claim: Claim, output: Output): Promise<Buffer> {
  return box.seal(await smaller(JSON.stringify(output)), contextOf(claim));
}

/** @returns undefined where it does not open: how its command ended is told without it */
export async function openOutput(box: SecretBox, claim: Claim, sealed: Buffer): Promise<Output | undefined> {
  try {
    return JSON.parse((await whole(box.openBytes(sealed, contextOf(claim)))).toString('utf8')) as Output;
  } catch {
    return undefined;
  }
}
