import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { CellError } from '../../catalog/spreadsheet/errors';
import { UPLOAD_BYTES_MAX } from '../../media/upload/limit';
import { fetchPicture, PictureLost } from '../../provider/picture/fetch';
import { ANYWHERE, type PictureHosts } from '../../provider/picture/hosts';

/** Nothing ends a download early: whoever imports a table ends the whole program. */
const NEVER = new AbortController().signal;

/**
 * The bytes of a picture.
 * @param from an address, or the name of a file beside the table
 * @param hosts from where they are fetched: a table of a stranger could name what only this machine reaches
 * @throws {CellError} when there are none, or too many
 */
export async function bytesOfPicture(
  from: string,
  table: string,
  hosts: PictureHosts = ANYWHERE,
): Promise<Uint8Array<ArrayBuffer>> {
  return /^https?:\/\//i.test(from) ? fetched(from, hosts) : read(path.resolve(path.dirname(table)), from);
}

/** Tables come from strangers: one that names other files of this machine, itself or by a link, would publish them. */
async function read(folder: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!path.resolve(folder, name).startsWith(folder + path.sep)) return notBeside(name);
  try {
    const file = await realpath(path.resolve(folder, name));
    if (!file.startsWith((await realpath(folder)) + path.sep)) return notBeside(name);
    const { size } = await stat(file);
    return size > UPLOAD_BYTES_MAX ? tooLarge(file) : new Uint8Array(await readFile(file));
  } catch (error) {
    if (error instanceof CellError) throw error;
    throw new CellError((words) => words.pictureUnread(name, (error as Error).message));
  }
}

const notBeside = (name: string): never => {
  throw new CellError((words) => words.pictureElsewhere(name));
};

async function fetched(address: string, hosts: PictureHosts): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of fetchPicture(address, hosts, { bytesMax: UPLOAD_BYTES_MAX, signal: NEVER })) {
      size += chunk.length;
      if (size > UPLOAD_BYTES_MAX) return tooLarge(address);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof PictureLost) throw new CellError((words) => words.pictureLost(address, error.message));
    throw error;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const tooLarge = (where: string): never => {
  throw new CellError((words) => words.pictureTooLarge(where, UPLOAD_BYTES_MAX / 1024 ** 2));
};
