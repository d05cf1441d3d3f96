/** Of a store. */
export interface Secret {
  readonly extension: string;
  readonly key: string;
}

/** What a secret is sealed to: moved to another store, extension or key, it does not open. */
export const sealingContext = (storeId: string, { extension, key }: Secret): string =>
  `extension_secret|${storeId}|${extension}|${key}`;
