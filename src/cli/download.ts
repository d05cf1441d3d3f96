import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Answer } from './client';
import type { Context } from './context';
import { CliError, usage } from './exit';
import { surroundings } from './surroundings';

/**
 * Saves the file that a route has answered, and shows where.
 * @param out where to, `-` for stdout; left out: here, under its own name, unless that is taken
 * @throws {CliError} usage when it cannot be written, unavailable when it is not what was sent
 */
export function save({ bytes = new Uint8Array(), headers }: Answer, out: string | undefined, context: Context): void {
  const digest = createHash('sha256').update(bytes).digest();
  const sent = /^sha-256=:([^:]+):$/.exec(headers.get('Repr-Digest') ?? '')?.[1];
  if (sent !== undefined && sent !== digest.toString('base64'))
    throw new CliError('unavailable', 'broken_file', 'The file did not arrive as it was sent.');
  if (out === '-') {
    surroundings().out.write(bytes);
    return;
  }
  const file = out ?? nameIn(headers.get('Content-Disposition') ?? '');
  try {
    surroundings().write(file, bytes, { fresh: out === undefined });
  } catch (error) {
    usage(`${file} cannot be written: ${(error as Error).message}`, 'Add --out to save it elsewhere.');
  }
  const type = headers.get('Content-Type');
  context.show({ body: { file, type, size: bytes.length, digest: digest.toString('hex') } });
}

/** As the server calls it (RFC 6266), and never a way to another folder. */
function nameIn(disposition: string): string {
  const [, extended] = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition) ?? [];
  const [, plain] = /;\s*filename="?([^";]+)/i.exec(disposition) ?? [];
  const name = path.win32.basename(extended ? decodeURIComponent(extended) : (plain ?? ''));
  return name === '' || /^\.+$/.test(name) ? usage('The file has no name: add --out.') : name;
}
