/** Columns, each with why it is told of by no field of an audit row. The lists may only shrink. */
type Reasons = Readonly<Record<string, string>>;

/** What a field of a change is made of where that is no column of its name. What it tells must have been written there. */
export type DerivedField = {
  readonly why: string;
} /** A column of another name, or one that is told of as empty while something else of the row makes it idle. */ & (
  | { readonly column: string; readonly idle?: (row: Readonly<Record<string, unknown>>) => boolean }
  /** It stands in a column that nobody can read here. */
  | { readonly sealed: string }
  /** It stands under its own name in a column that holds an object. */
  | { readonly within: string }
  /** An object that says where columns of the row stand with the change, whenever they moved, and all else that it says one of them holds. */
  | { readonly standing: readonly string[]; readonly within: string }
  /** An object: its fields are columns of the row, or rows of another table. */
  | { readonly object: Readonly<Record<string, string | { readonly row: string }>> }
  /** A list of objects: each of their fields is a column with a list of its own, in the same order. */
  | { readonly zipped: Readonly<Record<string, string>> }
  /** A list of what moved in a column that holds an object, by `id`: each with its `value`. */
  | { readonly entries: string }
  /** The row of another table that the thing names. */
  | { readonly row: string }
  /** A list of rows of another table, or of what one of their columns names; `a/b` are two that tell its rows apart. */
  | { readonly list: string; readonly of: string; readonly key: string }
  /** How many rows of another table are such, or were written in another way. */
  | { readonly count: string; readonly of: string; readonly such: (row: Readonly<Record<string, unknown>>) => boolean }
  | { readonly written: string }
);

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
  readonly unaudited?: Reasons;
  /** Columns that move with a change that is recorded, and have no field of their own there. */
  readonly unrecorded?: Reasons;
  /** Columns by the fields of which one tells of them, `cause` being what caused the call; `*`: all others. @default the column's own name in camel case */
  readonly recordedAs?: Readonly<Record<string, readonly string[]>>;
  /** Columns that the shop itself fills, told of as long as the row stands and not when it goes with its whole; `*`: all. */
  readonly derived?: readonly string[];
  /** Columns in which a name of stored bytes may stand that keeps none. */
  readonly mentions?: Reasons;
  /** What every new row has, so that nobody has to be told. */
  readonly initial?: Readonly<Record<string, unknown>>;
  /** The words of changes that are of its rows, where no declaration of the table says so. */
  readonly words?: readonly string[];
  /** Where it stands that what is told is left to a later transaction: no change of the rows is due with it then. */
  readonly leftIn?: string;
  /** Fields of their changes that are no columns. */
  readonly derivedFields?: Readonly<Record<string, DerivedField>>;
  /** Columns that move where nothing is audited, `new` and `gone` being rows that come and go; who writes them is told in writers.test.ts. */
  readonly pastTheBus?: Reasons;
}

/** What every table has and no change tells of: whose row it is, which one, and how often and when it was written. */
export const bookkeepingColumns = ['store_id', 'id', 'rev', 'created_at', 'updated_at'];

const progress = Object.fromEntries(
  [
    ...['started_at', 'total', 'done', 'failed', 'exhausted', 'progress'],
    ...['waiting_for', 'waiting_reason', 'waiting_until', 'waited_ms'],
  ].map((column) => [column, 'says how far the job has come']),
);
const asking = 'says where the asking of a provider stands';
const paying = 'is the shopper’s own doing';
const saidByProvider = 'is what its provider says';
const opening = 'a store of the demo is opened by nobody';
const working = 'a job begins when it is its turn, which is nobody’s change';
const quiet = 'what the product looks for by the clock, and finds nothing of, is nobody’s change';
const counted = 'counts what is recorded';
const audited = 'the audit row says it';
const titleKeys = Object.fromEntries(
  ['title_key', 'title_head', 'title_tail'].map((column) => [column, 'follows from the title']),
);
const bytes = 'where the bytes are is the concern of nobody';

/** The fields of the input of a push. */
const pushing = ['confirmedPrices', 'pushMode', 'confirms', 'looksAtAll', 'listingMode', 'listingIds', 'partial'];
/** The fields of the input of an act upon a package. */
const acting = ['orderId', 'orderNumber', 'packageId', 'op', 'act'];
/** Those of an answer to a question. */
const answering = ['questionId', 'answerText'];
/** The same of an act upon a claim. */
const claiming = ['claimId', 'claimAct', 'itemIds', 'claimReason', 'claimWords', 'claimFiles'];

/** Every table of the database. */
export const tables: Readonly<Record<string, Table>> = {
  access_token: {
    noun: 'access',
    unaudited: { used_at: 'is noted beside calls' },
    unrecorded: { digest: 'of what nobody may see', created_by: audited },
  },
  amount_drift: { noun: 'proposal', bookkeeping: true },
  audit_entity: { noun: 'kernel', bookkeeping: true, mentions: { entity_id: 'tells of a call that is over' } },
  audit_generation: { noun: 'kernel', bookkeeping: true },
  audit_row: {
    noun: 'kernel',
    bookkeeping: true,
    mentions: { entity_id: 'tells of a call that is over', payload: 'tells of a call that is over' },
  },
  bulk_import: { noun: 'bulk', bookkeeping: true },
  bulk_recording: { noun: 'bulk', bookkeeping: true },
  buyer_identity: { noun: 'checkout', bookkeeping: true },
  call_count: { noun: 'kernel', bookkeeping: true },
  cargo_sender: {
    noun: 'cargo',
    foundBy: ['id', 'extension'],
    unaudited: { asked: asking, asked_at: asking, missing_since: asking, waiting_for: asking },
  },
  catalog_barcode: {
    noun: 'catalog',
    namedBy: ['variant_id', 'product_id'],
    foundBy: ['product_id', 'variant_id'],
    recordedAs: { '*': ['barcode', 'variants'] },
  },
  catalog_category: { noun: 'catalog', unrecorded: titleKeys },
  catalog_collection: {
    noun: 'catalog',
    unrecorded: { product_count: counted, ...titleKeys },
    derivedFields: {
      productIds: {
        why: 'the members, in their order',
        list: 'catalog_collection_product',
        of: 'collection_id',
        key: 'product_id',
      },
    },
  },
  catalog_collection_product: {
    noun: 'catalog',
    namedBy: ['collection_id'],
    foundBy: ['collection_id'],
    tiedBy: ['product_id'],
    recordedAs: { '*': ['productIds'] },
  },
  catalog_product: {
    noun: 'catalog',
    unaudited: { rev: 'moves with its parts', updated_at: 'moves with its parts' },
    unrecorded: { variant_count: counted },
    recordedAs: {
      media_ids: ['media'],
      media_alts: ['media'],
      digital_kind: ['digital'],
      digital_url: ['digital'],
      digital_instructions: ['digital'],
    },
    derivedFields: {
      variants: { why: 'a product and its parts change as one', list: 'catalog_variant', of: 'product_id', key: 'id' },
      digital: {
        why: 'is one thing to people',
        object: {
          kind: 'digital_kind',
          url: 'digital_url',
          instructions: 'digital_instructions',
          codes: { row: 'digital_pool' },
        },
      },
      codes: { why: 'codes are counted and never shown', row: 'digital_pool' },
      media: { why: 'files are found by the list of them', zipped: { mediaId: 'media_ids', alt: 'media_alts' } },
      stock: {
        why: 'is what is sold of the product as a whole, and nothing is while it has variants',
        column: 'stock',
        idle: (row) => Number(row.variant_count) > 0,
      },
    },
  },
  catalog_search: { noun: 'catalog', bookkeeping: true },
  catalog_variant: {
    noun: 'catalog',
    namedBy: ['id', 'product_id'],
    foundBy: ['id', 'product_id'],
    place: ['position'],
    recordedAs: { price: ['price', 'variants'], stock: ['stock', 'variants'], '*': ['variants'] },
  },
  channel_budget_pause: { noun: 'channel', bookkeeping: true },
  channel_budget_slot: { noun: 'channel', bookkeeping: true },
  channel_buybox: { noun: 'channel', bookkeeping: true },
  channel_change: { noun: 'channel', bookkeeping: true },
  channel_claim: { noun: 'channel', bookkeeping: true },
  channel_counter: { noun: 'channel', bookkeeping: true },
  channel_cursor: { noun: 'channel', bookkeeping: true },
  channel_job: {
    noun: 'channel',
    foundBy: ['id', 'extension'],
    unaudited: progress,
    unrecorded: { created_by: audited, finished_at: audited, objects: bytes, brought_bytes: bytes },
    recordedAs: {
      lane: [
        ...[
          'kind',
          'mode',
          'brand',
          'since',
          'censusDays',
          'orderNumber',
          'targets',
          'claimId',
          'questionId',
          'pushMode',
        ],
      ],
      input: [
        ...['mode', 'brand', 'logos', 'since', 'censusDays', 'kind', 'targets', 'listingAct'],
        ...[...acting, ...claiming, ...answering, ...pushing],
      ],
    },
    initial: { state: 'queued' },
    pastTheBus: { state: working, new: quiet, gone: quiet, finished_at: quiet },
    derivedFields: {
      since: { why: 'is what a pull of orders is given', within: 'input' },
      censusDays: { why: 'is what a pull of orders is given', within: 'input' },
      mode: { why: 'is what an import is given', within: 'input' },
      brand: { why: 'is what the creation of a brand is given', within: 'input' },
      logos: { why: 'is what the creation of a brand is given', within: 'input' },
      ...Object.fromEntries(
        acting.map((field) => [field, { why: 'is what an act upon a package is given', within: 'input' }]),
      ),
      ...Object.fromEntries(pushing.map((field) => [field, { why: 'is what a push is given', within: 'input' }])),
      ...Object.fromEntries(
        answering.map((field) => [field, { why: 'is what an answer to a question is given', within: 'input' }]),
      ),
      ...Object.fromEntries(
        claiming.map((field) => [field, { why: 'is what an act upon a claim is given', within: 'input' }]),
      ),
      targets: { why: 'is what an act upon listings is given', within: 'input' },
      listingAct: { why: 'is what an act upon listings is given', within: 'input' },
      progress: {
        why: 'is told of with the end, since nothing told of it before',
        standing: ['total', 'done', 'failed'],
        within: 'progress',
      },
    },
  },
  channel_job_error: { noun: 'channel', bookkeeping: true },
  channel_listing: {
    noun: 'channel',
    foundBy: ['id', 'extension', 'product_id', 'variant_id'],
    unaudited: {
      mirror: 'is the side of the marketplace',
      mirrored_at: 'is the side of the marketplace',
      remote_variant_id: 'is the side of the marketplace',
      last_error: 'is the side of the marketplace',
    },
  },
  channel_news: { noun: 'channel', bookkeeping: true },
  channel_offer: { noun: 'channel', bookkeeping: true },
  channel_package_seen: { noun: 'channel', bookkeeping: true },
  channel_picture: { noun: 'channel', bookkeeping: true },
  channel_pictured: { noun: 'channel', bookkeeping: true },
  channel_question: { noun: 'channel', bookkeeping: true },
  channel_reference: { noun: 'channel', bookkeeping: true },
  channel_round: { noun: 'channel', bookkeeping: true },
  channel_sending: { noun: 'channel', bookkeeping: true },
  channel_settlement: { noun: 'channel', bookkeeping: true },
  channel_submission: { noun: 'channel', bookkeeping: true },
  channel_unreadable: { noun: 'store', bookkeeping: true },
  channel_watch: { noun: 'channel', bookkeeping: true },
  channel_webhook: { noun: 'channel', bookkeeping: true },
  checkout_session: { noun: 'checkout', bookkeeping: true, words: ['checkout session'] },
  command_outcome: { noun: 'kernel', bookkeeping: true },
  coupon: { noun: 'coupon', unaudited: { uses: counted, given: counted } },
  coupon_use: { noun: 'coupon', bookkeeping: true },
  customer: {
    noun: 'order',
    unrecorded: {
      email_digest: 'follows from the address',
      remote_digest: 'is what the marketplace calls the person',
      search_text: 'follows from what it is searched by',
    },
  },
  customer_note: {
    noun: 'customer',
    foundBy: ['id', 'customer_id'],
    unrecorded: { customer_id: 'is named beside it' },
  },
  design_body: { noun: 'store', bookkeeping: true },
  design_draft: {
    noun: 'store',
    namedBy: ['workspace'],
    foundBy: ['workspace'],
    unaudited: { base_seq: 'moves with a publish, which is told of by itself' },
    unrecorded: { media_ids: 'follows from the body' },
  },
  design_live: { noun: 'store', unrecorded: { media_ids: 'follows from the body' } },
  design_version: { noun: 'store', bookkeeping: true },
  digest_keys: { noun: 'keys', bookkeeping: true },
  digital_code: {
    noun: 'catalog',
    namedBy: ['product_id'],
    foundBy: ['product_id'],
    unaudited: { sealed: 'is written once, and changed by another key alone' },
    recordedAs: { '*': ['codes', 'digital'] },
  },
  digital_pool: {
    noun: 'catalog',
    namedBy: ['product_id'],
    foundBy: ['product_id'],
    recordedAs: { '*': ['codes', 'digital'] },
  },
  extension: {
    noun: 'extension',
    namedBy: ['key'],
    foundBy: ['key'],
    unaudited: { rev: 'moves with its secrets', updated_at: 'moves with its secrets' },
    unrecorded: { installed_at: audited },
  },
  extension_gone: { noun: 'extension', bookkeeping: true },
  extension_secret: {
    noun: 'extension',
    namedBy: ['extension/key'],
    foundBy: ['extension'],
    unaudited: { sealed: 'nobody may see it, and another key changes it; when it was set is recorded' },
  },
  hook_breaker: { noun: 'extension', bookkeeping: true },
  legal_page: { noun: 'legal', namedBy: ['kind'], foundBy: ['kind'] },
  login: { noun: 'account', bookkeeping: true },
  login_factor: { noun: 'account', bookkeeping: true },
  login_failure: { noun: 'account', bookkeeping: true },
  login_passkey: { noun: 'account', bookkeeping: true, words: ['passkey'] },
  login_recovery_code: { noun: 'account', bookkeeping: true },
  mail: { noun: 'mail', bookkeeping: true, words: ['mail'] },
  media: {
    noun: 'media',
    unrecorded: { object: bytes, name_words: 'follows from the name', awaits_avif: 'follows from the sizes' },
    derived: ['state', 'failure', 'width', 'height'],
    initial: { state: 'processing' },
    derivedFields: {
      variants: { why: 'what is drawn of it', list: 'media_variant', of: 'media_id', key: 'format/width' },
    },
  },
  media_jpeg: { noun: 'media', bookkeeping: true },
  media_share: { noun: 'media', bookkeeping: true },
  media_upload: {
    noun: 'media',
    unaudited: { object: 'is told of by the media file to which it is committed' },
    unrecorded: { brought_kind: audited, brought_by: audited, expires_at: 'follows from when it came' },
  },
  media_variant: {
    noun: 'media',
    namedBy: ['media_id'],
    foundBy: ['media_id'],
    recordedAs: { '*': ['variants'] },
    derived: ['*'],
  },
  metafield_definition: { noun: 'metafield' },
  metafield_index: { noun: 'metafield', bookkeeping: true },
  metafield_purge: { noun: 'metafield', bookkeeping: true },
  metafield_values: {
    noun: 'metafield',
    foundBy: ['id', 'owner_id'],
    unrecorded: { shown: 'follows from the values', media_ids: 'follows from the values' },
    recordedAs: { content: ['values'] },
    derivedFields: { values: { why: 'tells of what changed alone, with its key', entries: 'content' } },
  },
  order_belge: {
    noun: 'order',
    foundBy: ['id', 'order_id'],
    unrecorded: { order_id: 'is named beside it', html: 'is told of by its digest' },
  },
  order_event: { noun: 'order', bookkeeping: true, namedBy: ['id', 'order_id'], words: ['orderEvent'] },
  order_line: {
    noun: 'order',
    foundBy: ['id', 'order_id'],
    tiedBy: ['product_id', 'variant_id'],
    unrecorded: {
      position: 'is the order of the cart',
      order_id: 'is named beside it',
      channel_line: 'is by what packages know it',
      removed_units: 'is among what stays, which is told of',
    },
  },
  order_number: { noun: 'order', bookkeeping: true },
  order_package: { noun: 'order', foundBy: ['id', 'order_id'] },
  order_refund: {
    noun: 'order',
    foundBy: ['id', 'order_id'],
    unaudited: { asked: asking, asked_at: asking, missing_since: asking, waiting_for: asking },
  },
  order_return: { noun: 'order', foundBy: ['id', 'order_id', 'customer_id'] },
  order_shipment: {
    noun: 'order',
    foundBy: ['id', 'order_id'],
    unaudited: {
      asked: asking,
      asked_at: asking,
      missing_since: asking,
      waiting_for: asking,
      look_wanted_at: asking,
      looked_at: asking,
    },
    unrecorded: { placed_at: 'is of the order', order_total: 'is of the order' },
  },
  outbox: { noun: 'kernel', bookkeeping: true },
  overdue_watch: { noun: 'order', bookkeeping: true },
  owner_account: {
    noun: 'account',
    unrecorded: { login_id: 'what nobody may see', invite_digest: 'what nobody may see' },
    unaudited: { list_views: 'how a person looks at the lists, and nothing of the shop' },
    pastTheBus: {
      new: opening,
      login_id: 'which login opens an account is nobody’s to know but its owner’s',
      second_factor_since: 'comes with the login that opens the account from now on',
    },
  },
  owner_session: { noun: 'account', bookkeeping: true },
  passkey_challenge: { noun: 'account', bookkeeping: true },
  password_link: { noun: 'account', bookkeeping: true },
  payment: {
    noun: 'order',
    unaudited: {
      ...Object.fromEntries(
        ['handle', 'entry', 'ticket', 'quote_digest', 'expires_at', 'completed', 'completed_at'].map((column) => [
          column,
          paying,
        ]),
      ),
      ...Object.fromEntries(
        ['provider_id', 'paid_amount', 'instalments', 'review', 'test', 'captured_at', 'failure'].map((column) => [
          column,
          saidByProvider,
        ]),
      ),
      ...{ asked: asking, asked_at: asking, missing_since: asking, waiting_for: asking },
    },
    unrecorded: { order_id: 'is told of by the order' },
    pastTheBus: { new: paying, state: saidByProvider },
  },
  personal_key: { noun: 'kernel', bookkeeping: true },
  proposal: {
    noun: 'proposal',
    unrecorded: {
      token_id: audited,
      owner_id: audited,
      workspace_id: audited,
      submitted_at: audited,
      decided_at: audited,
      decided_by: audited,
      finished_at: audited,
      hash: counted,
      recorded_bytes: counted,
      pauses: counted,
    },
    recordedAs: { recorded_items: ['items'] },
    initial: { state: 'open' },
    derivedFields: {
      items: { why: 'is what people call them', column: 'recorded_items' },
      skipped: {
        why: 'counts items',
        count: 'proposal_item',
        of: 'proposal_id',
        such: ({ state }) => state === 'skipped',
      },
    },
  },
  proposal_item: {
    noun: 'proposal',
    namedBy: ['id', 'proposal_id'],
    foundBy: ['id', 'proposal_id'],
    unaudited: {
      objects: 'says what is kept until it is decided on',
      uploads: 'says what is kept until it is decided on',
    },
    mentions: {
      payload: 'is kept when nothing of it can be applied any more; until then its objects name them',
      writes: 'says what it changes',
    },
    unrecorded: {
      applied_at: audited,
      audit_id: audited,
      awaited: 'says whose end is waited for',
      current_preview: 'says what the item would do now, and why it waits',
      failures: 'says how often it was tried in vain',
      problem: 'says what the item would do now, and why it waits',
      schema_hash: 'belongs to what is accepted',
    },
    recordedAs: {
      state: ['state', 'cause', 'items'],
      accepted_hash: ['acceptedHash'],
      skip_reason: ['skipReason'],
      comment: ['comment'],
      '*': ['items'],
    },
  },
  sealing_key: { noun: 'keys', bookkeeping: true },
  setup_link: { noun: 'account', bookkeeping: true },
  stock_movement: {
    noun: 'catalog',
    // What was held is sold without a change of the stock: the order that it became tells of it.
    namedBy: ['variant_id', 'product_id', 'order_id'],
    foundBy: ['product_id', 'variant_id'],
    unaudited: { seq: 'numbers what was committed', place: 'is what it is numbered by' },
    recordedAs: { '*': ['stock', 'variants', 'externalNumber'] },
  },
  store: {
    noun: 'store',
    unaudited: { generation: 'counts changes', moved_by: 'counts changes' },
    initial: { storefront_generation: 1, token_default_expiry_days: 90, second_factor_required: false },
    words: ['store'],
    pastTheBus: { new: opening },
  },
  store_channel_settings: { noun: 'store', namedBy: ['extension'], foundBy: ['extension'] },
  store_checkout: { noun: 'store' },
  store_flag: { noun: 'store', namedBy: ['flag'], foundBy: ['flag'] },
  store_identity: {
    noun: 'store',
    recordedAs: { sealed: ['nationalId', 'iban'] },
    derivedFields: {
      nationalId: { why: 'is for nobody who reads the database', sealed: 'sealed' },
      iban: { why: 'is for nobody who reads the database', sealed: 'sealed' },
    },
  },
  store_order: {
    noun: 'order',
    foundBy: ['id', 'customer_id'],
    unrecorded: {
      search_text: 'follows from what it is searched by',
      uncollected: 'follows from the units that stay and those that were not paid for',
    },
  },
  store_stock_policy: { noun: 'store' },
  store_update: {
    noun: 'store',
    unaudited: { base_rev: 'moves with what it was prepared for, which is told of by itself' },
    unrecorded: { report: 'follows from the versions and the body', seq: 'is the version that the same call tells of' },
  },
  storefront_kv: {
    noun: 'store',
    bookkeeping: true,
    namedBy: ['store_id'],
    words: ['projection'],
    // The bump of an application comes at its end.
    leftIn: 'storefront_mark',
    derivedFields: {
      keys: { why: 'counts them', count: 'storefront_kv', of: 'store_id', such: () => true },
      repaired: { why: 'counts those that were wrong', written: 'storefront_kv' },
    },
  },
  storefront_mark: { noun: 'store', bookkeeping: true, namedBy: ['store_id'] },
  storefront_moved: { noun: 'store', bookkeeping: true, namedBy: ['store_id'] },
  theme_installed: { noun: 'skin', namedBy: ['theme'], foundBy: ['theme'] },
  theme_pack: {
    noun: 'skin',
    namedBy: ['hash'],
    foundBy: ['hash'],
    unrecorded: {
      text: 'is what the hash names',
      by_kind: 'is who the call was of',
      pushed_at: 'is when the call was',
    },
  },
  update_look: { noun: 'store', bookkeeping: true, namedBy: ['store_id'] },
  upkeep_failure: { noun: 'kernel', bookkeeping: true },
  webhook: { noun: 'webhook', bookkeeping: true },
  workspace: { noun: 'access' },
  workspace_activity: { noun: 'workspace', bookkeeping: true },
  workspace_activity_end: { noun: 'workspace', bookkeeping: true },
  workspace_exec_key: { noun: 'workspace', bookkeeping: true },
  workspace_pack: { noun: 'skin', bookkeeping: true },
  workspace_sandbox: { noun: 'access', bookkeeping: true },
};
