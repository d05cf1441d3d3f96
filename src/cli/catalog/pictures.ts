import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CellError } from './cell';

const BYTES_MAX = 20 * 1024 * 1024;
const ANSWER_MS_MAX = 30_000;

/**
 * The bytes of a picture.
 * @param from an address, or the name of a file beside the table
 * @throws {CellError} when there are none, or too many
 */
export async function bytesOfPicture(from: string, table: string): Promise<Uint8Array<ArrayBuffer>> {
  return /^https?:\/\//i.test(from) ? fetched(from) : read(fileBeside(path.resolve(path.dirname(table)), from));
}

/** Tables come from strangers: one that names other files of this machine would publish them. */
function fileBeside(folder: string, name: string): string {
  const file = path.resolve(folder, name);
  if (!file.startsWith(folder + path.sep))
    throw new CellError(`picture: ${name} is not beside the table, nor below it`);
  return file;
}

async function read(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = await stat(file);
    return size > BYTES_MAX ? tooLarge(file) : new Uint8Array(await readFile(file));
  } catch (error) {
    if (error instanceof CellError) throw error;
    throw new CellError(`picture: ${file} cannot be read: ${(error as Error).message}`);
  }
}

async function fetched(address: string): Promise<Uint8Array<ArrayBuffer>> {
  let chunks: Uint8Array[] = [];
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    if (!answer.ok || !answer.body) throw new CellError(`picture: ${address} answers ${answer.status}`);
    let size = 0;
    for await (const chunk of answer.body) {
      size += chunk.length;
      // What is left unread is not waited for.
      if (size > BYTES_MAX) return tooLarge(address);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    chunks = [];
    return new Uint8Array(bytes);
  } catch (error) {
    if (error instanceof CellError) throw error;
    const { cause, message } = error as Error & { cause?: { code?: string } };
    throw new CellError(`picture: ${address} does not answer (${cause?.code ?? message})`);
  }
}

const tooLarge = (where: string): never => {
  throw new CellError(`picture: ${where} has more than 20 MiB`);
};
