import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DoneOf, SandboxFault, SandboxPlace, Work } from '../kernel/declaration/sandbox';

/** Longest path of a socket that every system takes. */
const SOCKET_PATH_MAX = 100;

/** The socket on which the sandbox program listens: in its folder, or elsewhere where that path would be too long. */
export function socketOf(folder: string): string {
  const wanted = path.join(folder, 'control', 'sandbox.sock');
  if (wanted.length <= SOCKET_PATH_MAX) return wanted;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  return path.join(tmpdir(), `tezgah-${name}`, 'sandbox.sock');
}

/** A request to the program; bytes are base64. */
export interface Request {
  readonly place: SandboxPlace;
  readonly work: Work;
  /** Works that are attended to, by their ids. */
  readonly ids: readonly string[];
  /** Work that has not begun then begins no more: whoever asked has given up. In ms since 1970. */
  readonly beginsBy?: number;
}
export type Response = { readonly done: unknown } | { readonly fault: SandboxFault; readonly message: string };

/** The answer that is an archive, and the trailer in which its end is told. */
export const ARCHIVE_TYPE = 'application/x-tar';
export const END_TRAILER = 'x-tezgah-end';

const isBytes = (value: unknown): value is { readonly base64: string } =>
  typeof value === 'object' && value !== null && typeof (value as { base64?: unknown }).base64 === 'string';

/** JSON in which bytes stand as `{ base64 }`. */
export const packed = (value: object): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name, seen) {
    const own = this[name];
    return Buffer.isBuffer(own) ? { base64: own.toString('base64') } : seen;
  });

export const unpacked = <T>(text: string): T =>
  JSON.parse(text, (_, value) => (isBytes(value) ? Buffer.from(value.base64, 'base64') : value)) as T;

export type Answer<W extends Work> = DoneOf<W>;
