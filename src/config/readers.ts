import { ConfigError, integer } from '../kernel/declaration/setting';

/** Reads the number of a port; 0 means any free one. */
export const port = integer(0, 65_535);

/** Reads the number of a port; empty: none. */
export const portOrNone = (raw: string): number | undefined => (raw === '' ? undefined : port(raw));

/** Leaves an empty text as it is. */
export const orEmpty =
  (read: (raw: string) => string) =>
  (raw: string): string =>
    raw === '' ? '' : read(raw);

/** Reads entries with commas between them. */
export const entriesIn = (raw: string): string[] =>
  raw
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** @throws {ConfigError} where the text is not encoded as in URLs */
export function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new ConfigError('must have values that are encoded as in URLs');
  }
}

/** Reads a secret by which one program proves itself to another. @param lengthMin in characters */
export const secretText =
  (lengthMin: number) =>
  (raw: string): string => {
    if (raw.length < lengthMin || !/^[\x21-\x7e]+$/.test(raw))
      throw new ConfigError(`must have ${lengthMin} characters or more, without spaces`);
    return raw;
  };

/** Reads a key by which the programs of an installation prove themselves to each other. */
export const serviceKey = secretText(32);
