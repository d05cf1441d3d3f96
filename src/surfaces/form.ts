import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { Refusal, refuse } from '../kernel/errors';

/** Bytes that a form with one file may have beside those of the file: two boundaries and the head of the part. */
export const FORM_BYTES_MAX = 8192;
/** The parser skips what is beyond its limits and says nothing, so they are as wide as a whole form: what is longer is refused. */
const HEAD_MAX = { headerSize: FORM_BYTES_MAX, headerPairs: FORM_BYTES_MAX };

interface FormFile {
  readonly bytes: BusboyFileStream;
  /** As its sender calls it. */
  readonly type: string;
}

/**
 * The bytes of the one file of a form (RFC 7578), read as fast as they are taken. The form may have nothing else.
 * @param contentType of the body, with its boundary
 * @param field that holds the file
 * @param told gets what the sender says the file is, before its first bytes: `text/plain` also where nothing is said (RFC 7578 §4.4)
 * @throws {Refusal} invalid_request, and what reading the body throws
 */
export async function* fileInForm(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  field: string,
  told: (type: string) => void,
): AsyncIterable<Uint8Array> {
  const form = parserOf(contentType);
  const seen = { bytes: 0 };
  const file = new Promise<FormFile>((resolve, reject) => {
    form.on('file', (name, bytes, _filename, _encoding, type) => {
      // It may fail when nobody reads it any more; unheard, that would end the process.
      bytes.on('error', () => {});
      if (name === field) resolve({ bytes, type });
      else reject(refusal(`has a part ${JSON.stringify(name)}`));
    });
    form.on('finish', () => reject(refusal('has no part that can be read')));
    form.on('error', reject);
  });
  // Left to itself, what is wrong after the file would be skipped.
  form.once('partsLimit', () => form.destroy(refusal('has more than one part')));
  const fed = pipeline(Readable.from(passedOn(body, seen)), form);
  fed.catch(async (error) => (await file).bytes.destroy(error)).catch(() => {});
  try {
    const { bytes, type } = await Promise.race([file, fed.then(() => file)]);
    told(type);
    yield* bytes;
    await fed;
    if (seen.bytes - bytes.bytesRead > FORM_BYTES_MAX) throw refusal('has more beside its file than a file needs');
  } catch (error) {
    // The parser says in many words that the form is broken, and in none what its sender should know.
    throw error instanceof Refusal ? error : refusal('is no whole multipart/form-data');
  } finally {
    file.catch(() => {});
    form.destroy();
  }

  function refusal(what: string): Refusal {
    return new Refusal(
      'invalid_request',
      `The form ${what}: it has to have one part, the file as ${JSON.stringify(field)}.`,
    );
  }
}

/** What fails behind it ends the body, as one that nobody wants; thrown into it, it would take the connection with it. */
async function* passedOn(body: AsyncIterable<Uint8Array>, seen: { bytes: number }): AsyncIterable<Uint8Array> {
  for await (const chunk of body) {
    seen.bytes += chunk.length;
    yield chunk;
  }
}

function parserOf(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: () => true,
      limits: { parts: 1, files: 1, ...HEAD_MAX },
    });
  } catch {
    return refuse('invalid_request', 'The Content-Type of a form has to say its boundary.');
  }
}
