import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from '../../migrations';
import { migrate } from '../../src/migrate';
import { databaseUrl, execute, runtimeUrl } from '../world/services';
import { testServices } from '../world/world';

/** The first release: everything up to proposals. */
const FIRST_RELEASE = 'Proposal1763700500000';
const OBJECT = 'obj_01J8Z3K4M5N6P7Q8R9S0T1V2W3';
const LARGE = 'z'.repeat(5_000);

/** A database that belongs to a login without any privilege beyond it: isolation is forced on its migrations, too. */
async function openDatabase() {
  const { postgresUrl } = testServices();
  const name = `m_${randomBytes(8).toString('hex')}`;
  // The product's own login and role are there already: whoever may make roles has made them.
  await execute(
    postgresUrl,
    `CREATE ROLE ${name} LOGIN PASSWORD 'test' NOSUPERUSER CREATEROLE;
     GRANT tezgah_runtime TO ${name} WITH ADMIN OPTION`,
  );
  await execute(postgresUrl, `CREATE DATABASE ${name} OWNER ${name}`);
  const superuser = new Client({ connectionString: databaseUrl(postgresUrl, name) });
  await superuser.connect();
  const owner = new URL(databaseUrl(postgresUrl, name));
  owner.username = name;
  owner.password = 'test';
  const runner = new DataSource({ type: 'postgres', url: owner.toString(), migrationsTableName: 'schema_migration' });
  return {
    superuser,
    /** As a release did that ended with this migration. */
    async migrateTo(last: string): Promise<void> {
      const until = migrations.findIndex((migration) => migration.name === last) + 1;
      expect(until).toBeGreaterThan(0);
      const known = migrations.slice(0, until);
      const source = new DataSource({
        ...runner.options,
        migrations: known,
        migrationsTransactionMode: 'each',
      } as never);
      await source.initialize();
      await source.runMigrations();
      await source.destroy();
    },
    migrateToNewest: () => migrate(owner.toString(), runtimeUrl(databaseUrl(postgresUrl, name))),
    close: () => superuser.end(),
  };
}

/** What a shop of the first release holds, in every table that a later migration touches. */
const shopOf = (store: string): string => `
  INSERT INTO store (id, name) VALUES ('${store}', 'Kahve');
  INSERT INTO workspace (store_id, id, kind, name) VALUES ('${store}', 'ws', 'agent', 'W');
  INSERT INTO access_token (store_id, id, digest, kind, label, scopes, workspace_id, created_by, created_at, expires_at)
    VALUES ('${store}', 'tok', decode(md5('${store}'), 'hex'), 'agent', 'A', '{catalog:write}', 'ws', 'own', now(), now() + interval '1 day');
  INSERT INTO command_outcome (store_id, key, fingerprint, status, body, audit_id)
    VALUES ('${store}', 'recorded', 'f', 200, '{"proposed": true}', 'aud_1'), ('${store}', 'done', 'f', 200, '{"rev": 1}', 'aud_2');
  INSERT INTO audit_row (store_id, id, at, actor_kind, actor_id, command, outcome, code, entity_id, payload, changes)
    VALUES ('${store}', 'aud_1', now(), 'owner', 'own', 'catalog.product.update', 'done', null, 'prd_1', '{"title": "Çay"}',
        '[{"entity": "product", "id": "prd_1"}, {"entity": "product", "id": "prd_2"}]'),
      ('${store}', 'aud_2', now(), 'owner', 'own', 'catalog.product.update', 'refused', 'invalid_request', null, '{"title": "${LARGE}"}', '[]'),
      ('${store}', 'aud_3', now(), 'owner', 'own', 'secret.set', 'refused', 'secret_unknown', null, '{"extension": "trendyol", "key": "pasted"}', '[]');
  INSERT INTO outbox (id, store_id, workflow_id, message, attempts, last_error)
    VALUES ('out_${store}', '${store}', 'job/cjb_1', '{"operation": "workflow.cancel"}', 7, 'away');
  INSERT INTO extension (store_id, key, version, installed_at, updated_at) VALUES ('${store}', 'trendyol', '1.0.0', now(), now());
  INSERT INTO catalog_product (store_id, id, handle, title, price, vat_rate, created_at, updated_at)
    VALUES ('${store}', 'prd_1', 'cezve', 'Cezve', 100, 20, now(), now());
  INSERT INTO stock_counter (store_id, seq) VALUES ('${store}', 2);
  INSERT INTO stock_movement (store_id, seq, id, product_id, kind, delta, after, at)
    VALUES ('${store}', 2, 'stm_2', 'prd_1', 'adjust', 1, 6, now()), ('${store}', 1, 'stm_1', 'prd_1', 'initial', 5, 5, now());
  INSERT INTO channel_listing (store_id, id, extension, product_id, barcode, enabled, created_at, updated_at)
    VALUES ('${store}', 'lst_1', 'trendyol', 'prd_1', '869', true, now(), now());
  INSERT INTO channel_listing (store_id, id, extension, product_id, variant_id, enabled, remote_product_id, mirror, mirrored_at, created_at, updated_at)
    SELECT '${store}', id, 'trendyol', 'prd_1', 'var_' || id, true, 'remote', '{"variantId": "7"}', seen::timestamptz, now(), now()
    FROM (VALUES ('lst_2', '2026-11-22'), ('lst_3', '2026-11-21')) AS doubled(id, seen);
  INSERT INTO channel_job (store_id, id, extension, kind, mode, state, done, waiting_for, created_by, created_at)
    VALUES ('${store}', 'cjb_1', 'trendyol', 'catalog.pull', 'import', 'running', 40, 'the rate limit of the marketplace', 'own', now()),
      ('${store}', 'cjb_2', 'trendyol', 'catalog.pull', 'preview', 'queued', 0, null, 'own', now());
  INSERT INTO proposal (store_id, id, token_id, state, hash, created_at)
    VALUES ('${store}', 'prp_1', 'tok', 'open', 'h', now()), ('${store}', 'prp_0', 'tok', 'applied', 'h', now());
  INSERT INTO proposal_item (store_id, id, proposal_id, seq, command, payload, key, defer_bump, reserved_ids, read_revs, schema_hash,
      preview, state, audit_id, recorded_at)
    VALUES ('${store}', 'pit_1', 'prp_1', 1, 'c', '{"body": {"name": "obj", "logos": [{"object": "${OBJECT}"}]}}', 'key_1', false, '{}', '{}', 's', '{}', 'pending', null, now()),
      ('${store}', 'pit_2', 'prp_1', 2, 'c', '{}', 'key_2', false, '{}', '{}', 's', '{}', 'pending', null, now()),
      ('${store}', 'pit_0', 'prp_0', 1, 'c', '{"body": {"object": "${OBJECT}"}}', 'key_0', false, '{}', '{}', 's', '{}', 'applied', 'aud_1', now());
  INSERT INTO mail (store_id, id, to_address, subject, body, created_at) VALUES ('${store}', 'mai_1', 'a@example.com', 's', 'b', now());`;

/** What prices were to a limited token on a day of a later release. */
const driftOf = (store: string): string => `
  INSERT INTO amount_drift (store_id, token_id, period, subject_id, field, began, latest, stand_in_id, stand_in_field, inherits)
    VALUES ('${store}', 'tok', '2026-11-21', 'var_gone', 'price', 200, null, 'prd_1', 'price', false),
      ('${store}', 'tok', '2026-11-21', 'var_kept', 'price', 200, 210, 'prd_1', 'price', true),
      ('${store}', 'tok', '2026-11-21', 'prd_1', 'compareAt', null, null, 'prd_1', 'price', false);`;

test('a database of the first release, with its rows, becomes one of the newest', async () => {
  const { superuser, migrateTo, migrateToNewest, close } = await openDatabase();
  const rows = async (sql: string): Promise<unknown[]> => (await superuser.query({ text: sql, rowMode: 'array' })).rows;
  const stores = ['str_a', 'str_b'];
  const ofBoth = (expected: readonly unknown[][]): unknown[][] =>
    stores.flatMap((store) => expected.map((row) => [store, ...row]));
  try {
    await migrateTo(FIRST_RELEASE);
    for (const store of stores) await superuser.query(shopOf(store));
    await migrateTo('AmountDrift1763700650000');
    for (const store of stores) await superuser.query(driftOf(store));
    await migrateToNewest();

    expect(await rows('SELECT store_id, key, status FROM command_outcome ORDER BY 1, 2')).toEqual(
      ofBoth([
        ['done', 200],
        ['recorded', 202],
      ]),
    );
    expect(
      await rows(
        `SELECT store_id, id, payload ->> 'excerpt', payload ? 'key', bytes > 1 AND bytes < 1000 FROM audit_row ORDER BY 1, 2`,
      ),
    ).toEqual(
      ofBoth([
        ['aud_1', null, false, true],
        ['aud_2', 'true', false, true],
        ['aud_3', null, false, true],
      ]),
    );
    expect(await rows('SELECT store_id, entity_id, audit_id FROM audit_entity ORDER BY 1, 2')).toEqual(
      ofBoth([
        ['prd_1', 'aud_1'],
        ['prd_2', 'aud_1'],
      ]),
    );
    expect(await rows('SELECT store_id, id, recorded_items, recorded_bytes > 0 FROM proposal ORDER BY 1, 2')).toEqual(
      ofBoth([
        ['prp_0', 1, true],
        ['prp_1', 2, true],
      ]),
    );
    expect(await rows('SELECT store_id, id, key, writes, builds_on, objects FROM proposal_item ORDER BY 1, 2')).toEqual(
      ofBoth([
        ['pit_0', 'key_0', ['*'], [], []],
        ['pit_1', 'item/pit_1', ['*'], [], [OBJECT]],
        ['pit_2', 'item/pit_2', ['*'], [1], []],
      ]),
    );
    expect(
      await rows(
        'SELECT store_id, id, state, done, pages, page_rows, page_size, waited_ms, lane, waiting_reason FROM channel_job ORDER BY 1, 2',
      ),
    ).toEqual(
      ofBoth([
        ['cjb_1', 'running', 40, 0, 0, 100, 0, 'catalog.pull', 'rate_limit'],
        ['cjb_2', 'queued', 0, 0, 0, 100, 0, 'catalog.pull/preview', null],
      ]),
    );
    for (const store of stores)
      await superuser.query(
        `INSERT INTO stock_movement (store_id, id, product_id, kind, delta, after, at)
         VALUES ('${store}', 'stm_3', 'prd_1', 'adjust', 1, 7, now())`,
      );
    expect(await rows('SELECT number_waiting(10), number_waiting(10)')).toEqual([[2, 0]]);
    expect(await rows('SELECT store_id, seq, id FROM stock_movement ORDER BY 1, seq')).toEqual(
      ofBoth([
        ['1', 'stm_1'],
        ['2', 'stm_2'],
        ['3', 'stm_3'],
      ]),
    );
    expect(await rows('SELECT store_id, id, product_id, remote_variant_id FROM channel_listing ORDER BY 1, 2')).toEqual(
      ofBoth([
        ['lst_1', 'prd_1', null],
        ['lst_2', 'prd_1', '7'],
        ['lst_3', 'prd_1', null],
      ]),
    );
    expect(await rows('SELECT store_id, id, state, written, token_id FROM mail ORDER BY 1')).toEqual(
      ofBoth([['mai_1', 'queued', true, null]]),
    );
    expect(await rows('SELECT store_id, attempts, refusals, failed_at, last_error FROM outbox ORDER BY 1')).toEqual(
      ofBoth([[7, 0, null, 'away']]),
    );
    expect(
      await rows('SELECT store_id, subject_id, joined, displaced, began_max FROM amount_drift ORDER BY 1, 2'),
    ).toEqual(
      ofBoth([
        ['prd_1', false, false, null],
        ['var_gone', false, true, null],
        ['var_kept', false, false, null],
      ]),
    );
    expect(
      await rows(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname <> 'schema_migration' AND NOT (relrowsecurity AND relforcerowsecurity)`),
    ).toEqual([]);
  } finally {
    await close();
  }
});
