import { refuse } from '../errors';
import type { Brought, Takes } from './content';
import { Reading } from './reading';

/** Passes the bytes on as far as they are what is taken. @param what as messages call it @param seen gets the type once it is known @throws {Refusal} */
export async function* accepted(
  { bytesMax, read, types }: Takes,
  { bytes, stated }: Brought,
  what: string,
  seen: { type?: string },
): AsyncIterable<Uint8Array> {
  const reading = new Reading(read());
  let size = 0;
  const look = (): void => {
    if (!reading.typeFound || seen.type !== undefined) return;
    const { type } = reading.typeFound;
    if (type === undefined) refuse('unsupported_media_type', `${what} is none of ${types.join(', ')}.`);
    const said = stated();
    if (said !== undefined && said !== type)
      refuse('unsupported_media_type', `The bytes are ${type}, and are stated to be ${said}.`);
    seen.type = type;
  };
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > bytesMax) refuse('payload_too_large', `${what} may have at most ${bytesMax} bytes.`);
    reading.push(chunk);
    look();
    yield chunk;
  }
  if (size === 0) refuse('invalid_request', `${what} is empty: it has to be the bytes of a file.`);
  reading.end();
  look();
}
