export type Json = Record<string, unknown>;

export const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
export const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` });
export const responseRef = (name: string): Json => ({ $ref: `#/components/responses/${name}` });
export const parameterRef = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

/** The bytes of a file. OpenAPI 3.1 wants no schema for them, and generators of clients stop where there is none. */
export const BYTES: Json = { type: 'string', format: 'binary' };

/** The name of a type, of an id or of words: `CatalogPriceSet`. */
export const typeNameOf = (words: string): string =>
  words.replaceAll(/(^|[ .])(\w)/g, (_, __, letter: string) => letter.toUpperCase());

/** A schema as it is sent: what only this process sees of it is gone. */
export const plain = (schema: unknown): Json => JSON.parse(JSON.stringify(schema)) as Json;
