/** A secret of a store. */
export interface Secret {
  readonly extension: string;
  readonly key: string;
}

/** Names the place to which a secret is sealed: moved to another store, extension or key, it does not open. */
export const sealingContext = (storeId: string, { extension, key }: Secret): string =>
  `extension_secret|${storeId}|${extension}|${key}`;
