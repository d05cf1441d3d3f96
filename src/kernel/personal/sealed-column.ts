import type { Queryable } from '../database/queryable';

/** Values that a {@link SecretBox} has sealed, in a column of a table: what the rotation of its key has to know of them. */
export interface SealedColumn {
  readonly table: string;
  /**
   * Values of a store that are not under this key, in the order of their places.
   * @param of its `after` is a place (undefined: from the beginning), and its `max` a number of values
   */
  page(db: Queryable, of: Page): Promise<readonly SealedValue[]>;
  /**
   * Puts values in the place of what stood there; what was written meanwhile, or is just being written, stays as it is.
   * @returns how many were put
   */
  put(writer: Queryable, storeId: string, values: readonly Resealed[]): Promise<number>;
  /** Counts the values of a store by their keys. */
  count(db: Queryable, storeId: string): Promise<readonly CountedKey[]>;
}

export interface Page {
  readonly storeId: string;
  readonly keyId: string;
  readonly after: string | undefined;
  readonly max: number;
}

export interface SealedValue {
  /** Value that tells the row from the others of the store. */
  readonly place: string;
  readonly sealed: Buffer;
  /** Purpose for which the value was sealed. */
  readonly context: string;
}

export interface Resealed {
  readonly place: string;
  readonly was: Buffer;
  readonly sealed: Buffer;
}

export interface CountedKey {
  readonly key: string;
  readonly values: number;
}

/** Lists the arguments of the statements: places of the values, old values, new values. */
export const valuesToPut = (storeId: string, values: readonly Resealed[]) => [
  storeId,
  values.map(({ place }) => place),
  values.map(({ was }) => was),
  values.map(({ sealed }) => sealed),
];

/** SQL of the id of the key that sealed a column. */
export const keyIdOf = (column: string): string => `encode(substring(${column} FROM 2 FOR 4), 'hex')`;
