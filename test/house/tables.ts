interface Table {
  /** The folder of `src` whose stores write it. */
  readonly noun: string;
  /** What the product writes beside each change, derives from what has changed, only counts, or only carries: no change of a store. */
  readonly bookkeeping?: true;
  /** Columns whose values name a row, or the whole that it is a part of, in the changes of an audit row; `a/b` is both. @default id */
  readonly namedBy?: readonly string[];
  /** Columns by whose values an audit row is found: who asks for the changes of one of them sees those of the row. @default id */
  readonly foundBy?: readonly string[];
  /** Further columns by which it is found when the row comes or goes. */
  readonly tiedBy?: readonly string[];
  /** Columns that say where in the list of its whole it stands: a move alone is no news of the row itself. */
  readonly place?: readonly string[];
  /** Columns that move without a change that anybody made. */
  readonly unaudited?: readonly string[];
}

/** How far a job has come. */
const progress = [
  ...['started_at', 'total', 'done', 'created', 'updated', 'failed', 'cursor', 'marked_cursor', 'exhausted', 'sample'],
  ...['pages', 'page_rows', 'page_size', 'waiting_for', 'waited_ms', 'stalled_since'],
];

/** Every table of the database. */
export const tables: Readonly<Record<string, Table>> = {
  access_token: { noun: 'token', unaudited: ['used_at'] },
  amount_drift: { noun: 'proposal', bookkeeping: true },
  audit_entity: { noun: 'kernel', bookkeeping: true },
  audit_row: { noun: 'kernel', bookkeeping: true },
  catalog_barcode: { noun: 'catalog', namedBy: ['variant_id', 'product_id'], foundBy: ['product_id', 'variant_id'] },
  catalog_category: { noun: 'catalog' },
  catalog_collection: { noun: 'catalog' },
  catalog_collection_product: {
    noun: 'catalog',
    namedBy: ['collection_id'],
    foundBy: ['collection_id'],
    tiedBy: ['product_id'],
  },
  catalog_product: { noun: 'catalog', unaudited: ['rev', 'updated_at'] },
  catalog_search: { noun: 'catalog', bookkeeping: true },
  catalog_variant: {
    noun: 'catalog',
    namedBy: ['id', 'product_id'],
    foundBy: ['id', 'product_id'],
    place: ['position'],
  },
  channel_budget_slot: { noun: 'channel', bookkeeping: true },
  channel_counter: { noun: 'channel', bookkeeping: true },
  channel_job: { noun: 'channel', foundBy: ['id', 'extension'], unaudited: progress },
  channel_job_error: { noun: 'channel', bookkeeping: true },
  channel_listing: {
    noun: 'channel',
    foundBy: ['id', 'extension', 'product_id', 'variant_id'],
    // The side of the marketplace, as it was read.
    unaudited: ['mirror', 'mirrored_at', 'last_error'],
  },
  command_outcome: { noun: 'kernel', bookkeeping: true },
  digital_code: { noun: 'catalog', namedBy: ['product_id'], foundBy: ['product_id'] },
  digital_pool: { noun: 'catalog', namedBy: ['product_id'], foundBy: ['product_id'] },
  extension: { noun: 'extension', namedBy: ['key'], foundBy: ['key'] },
  extension_secret: { noun: 'extension', namedBy: ['extension/key'], foundBy: ['extension'] },
  mail: { noun: 'mail', bookkeeping: true },
  media: { noun: 'media' },
  // Who commits it, and to what, is told of the media file.
  media_upload: { noun: 'media', unaudited: ['object'] },
  media_variant: { noun: 'media', namedBy: ['media_id'], foundBy: ['media_id'] },
  outbox: { noun: 'kernel', bookkeeping: true },
  owner_account: { noun: 'account' },
  owner_session: { noun: 'account', bookkeeping: true },
  proposal: { noun: 'proposal' },
  proposal_item: { noun: 'proposal', namedBy: ['id', 'proposal_id'], foundBy: ['id', 'proposal_id'] },
  stock_counter: { noun: 'catalog', bookkeeping: true },
  stock_movement: { noun: 'catalog', namedBy: ['variant_id', 'product_id'], foundBy: ['product_id', 'variant_id'] },
  store: { noun: 'store', unaudited: ['generation', 'moved_by'] },
  storefront_kv: { noun: 'store', bookkeeping: true },
  storefront_mark: { noun: 'store', bookkeeping: true },
  workspace: { noun: 'workspace' },
};
