import { Client } from 'pg';
import { createWorld, type World } from '../world/world';
import { sources, textOf } from './source';

/** Indexes of the database that two commands cannot promise the same value of, and why. The list may only shrink. */
const unpromised: Readonly<Record<string, string>> = {
  access_token_digest: 'of a secret that is drawn by lot',
  amount_drift_pkey: 'counted up, whoever comes first',
  audit_entity_pkey: 'of an audit row',
  audit_generation_pkey: 'of an audit row',
  buyer_identity_order: 'of an order, which is made once of its session',
  buyer_identity_session: 'of a session, whose shopper writes it and no command does',
  call_count_pkey: 'counted up, whoever comes first',
  catalog_collection_product_pkey: 'of a collection, which is read before it is changed',
  catalog_search_pkey: 'derived from what has changed',
  channel_budget_pause_pkey: 'counted up, whoever comes first',
  channel_budget_slot_pkey: 'counted up, whoever comes first',
  channel_change_pkey: 'written over by whoever comes last',
  channel_claim_pkey: 'written over by whoever comes last, if nobody has come between',
  channel_counter_pkey: 'counted up, whoever comes first',
  channel_cursor_pkey: 'written over by whoever comes last',
  channel_buybox_pkey: 'written anew, whoever comes first',
  channel_job_error_pkey: 'of a job, which counts them',
  channel_listing_remote_variant: 'of the side of the marketplace, which no command writes',
  channel_news_pkey: 'written over by whoever comes last',
  channel_offer_pkey: 'written over by whoever comes last',
  channel_submission_pkey: 'of a job, of which one of a channel runs at a time',
  channel_unreadable_pkey: 'written over by whoever comes last',
  channel_watch_pkey: 'written over by whoever comes last',
  channel_package_seen_pkey: 'written over by whoever comes last',
  channel_webhook_pkey: 'written over by whoever comes last',
  channel_picture_pkey: 'of a product that an import takes up, which queues them in their order',
  channel_pictured_pkey: 'of a product, which each import names',
  channel_question_pkey: 'written over by whoever comes last',
  channel_round_pkey: 'written over by whoever comes last',
  channel_settlement_pkey: 'written over by whoever comes last',
  channel_reference_pkey: 'written anew, whoever comes first',
  command_outcome_pkey: 'of a call, whose twin waits for it',
  design_body_pkey: 'of a text by its hash, whoever comes first',
  coupon_code: 'of a coupon, which no proposal opens: the second is refused',
  coupon_use_store_id_order_id_coupon_id_key: 'of an order, which uses coupons in the call that makes it',
  design_draft_pkey: 'claimed by the name of the workspace',
  design_version_pkey: 'numbered by the live design, which is claimed',
  digest_keys_pkey: 'of the database, whoever comes first',
  digital_code_fingerprint: 'of a product, which is read before it is changed',
  metafield_index_pkey: 'of a value, whose field is written anew as a whole',
  digital_pool_pkey: 'of a product, which is read before it is changed',
  extension_gone_pkey: 'written over by whoever comes last',
  extension_secret_pkey: 'written over by whoever comes last',
  hook_breaker_pkey: 'counted up, whoever comes first',
  login_factor_pkey: 'of a login, which is locked when its second step changes',
  login_failure_pkey: 'counted up, whoever comes first',
  login_passkey_credential: 'of an authenticator: the second is refused',
  login_recovery_code_pkey: 'drawn by lot',
  mail_digest: 'of a mail, which is no promise',
  media_jpeg_object: 'drawn by lot',
  media_jpeg_pkey: 'of a picture, whoever comes first',
  media_variant_object: 'drawn by lot',
  media_variant_pkey: 'of a media file, which is locked when it is drawn',
  passkey_challenge_pkey: 'drawn by lot',
  order_return_claim: 'of an order, which is locked when a claim of it is written down',
  order_shipment_package: 'of a package, which is locked with its order when it becomes a parcel',
  owner_account_email: 'of an account, which no proposal opens',
  owner_account_login: 'of an account, which no proposal opens',
  owner_session_id: 'of a session, which has one identifier',
  owner_session_pkey: 'of a secret that is drawn by lot',
  password_link_mail_id_key: 'of a mail, which is made with it',
  password_link_pkey: 'of a secret that nobody guesses',
  payment_order: 'of an order, which is made of one payment in one call',
  payment_reference: 'drawn by lot',
  personal_key_pkey: 'of a person: whoever comes second takes the key of the first',
  proposal_item_order: 'of a proposal, which is locked when it is recorded',
  proposal_open: 'of a token, which opens it by recording',
  store_slug: 'of a store, which no proposal opens: it is chosen under a lock',
  setup_link_pkey: 'of a link, which is put in the place of the one before',
  stock_movement_seq: 'counted under a lock',
  store_order_number: 'counted up under a lock',
  storefront_kv_pkey: 'derived from what has changed',
  theme_installed_pkey: 'claimed by the key of the theme',
  theme_pack_pkey: 'claimed by the key and the version',
  storefront_mark_pkey: 'derived from what has changed',
  storefront_moved_pkey: 'derived from what has changed',
  overdue_watch_pkey: 'the one row there is, written over by whoever comes last',
  upkeep_failure_pkey: 'written over by whoever comes last',
  workspace_activity_end_pkey: 'of work in a sandbox, which ends once',
  store_update_open: 'claimed by the kind and the name of the thing',
  workspace_pack_pkey: 'of a text by its hash, whoever comes first',
  workspace_sandbox_pkey: 'of a new workspace, which comes with it',
  workspace_exec_key_pkey: 'of a call that is no command, whose twin is answered by it',
  webhook_told: 'of what was told, whoever comes first',
};

describe('what a store has once', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  /** Those of more than an identifier, which is minted. */
  const indexes = async (): Promise<string[]> => {
    const client = new Client({ connectionString: world.superuserUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT i.relname AS name FROM pg_index x
       JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
       WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace AND t.relname <> 'schema_migration'
         AND NOT (SELECT array_agg(coalesce(a.attname, '')) <@ ARRAY['id', 'store_id']::name[]
           FROM unnest(x.indkey::int2[]) AS column_number
           LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = column_number AND a.attnum > 0)
       ORDER BY i.relname COLLATE "C"`,
    );
    await client.end();
    return rows.map(({ name }) => name);
  };

  test('is declared where it is written, or could be promised by no two commands', async () => {
    const declared = sources.flatMap((file) =>
      [...textOf(file).matchAll(/\bunique<[^(]*>\(\{\s*index: '(\w+)'/g)].map(([, index]) => index as string),
    );
    expect(declared.length).toBeGreaterThan(4);
    expect(await indexes()).toEqual([...declared, ...Object.keys(unpromised)].toSorted());
  });
});
