import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from '../../migrations';
import { brandCreate } from '../../src/channel/brand/declaration';
import { catalogPull } from '../../src/channel/import/declaration';
import type { JobRow } from '../../src/channel/job/table';
import { exampleId } from '../../src/kernel/declaration/example';
import { schemaErrors } from '../../src/kernel/schema/validation';
import { definitionSchema } from '../../src/metafield/definition/aggregate';
import { migrate } from '../../src/migrate';
import { databaseUrl, execute, runtimeUrl } from '../world/services';
import { testServices } from '../world/world';

/** The first release: everything up to proposals. */
const FIRST_RELEASE = 'Proposal1763700500000';
const OBJECT = 'obj_01J8Z3K4M5N6P7Q8R9S0T1V2W3';
const UPLOAD = 'upl_01J8Z3K4M5N6P7Q8R9S0T1V2W3';
const LARGE = 'z'.repeat(5_000);

/** A database that belongs to a login without any privilege beyond it: isolation is forced on its migrations, too. */
async function openDatabase() {
  const { postgresUrl } = testServices();
  const name = `m_${randomBytes(8).toString('hex')}`;
  // The product's own login and role are there already: whoever may make roles has made them.
  await execute(
    postgresUrl,
    `CREATE ROLE ${name} LOGIN PASSWORD 'test' NOSUPERUSER CREATEROLE;
     GRANT tezgah_runtime, tezgah_storefront TO ${name} WITH ADMIN OPTION`,
  );
  await execute(postgresUrl, `CREATE DATABASE ${name} OWNER ${name}`);
  const superuser = new Client({ connectionString: databaseUrl(postgresUrl, name) });
  await superuser.connect();
  const owner = new URL(databaseUrl(postgresUrl, name));
  owner.username = name;
  owner.password = 'test';
  const runner = new DataSource({ type: 'postgres', url: owner.toString(), migrationsTableName: 'schema_migration' });
  /** With what a release had that ended with this migration. */
  const opened = async (last: string): Promise<DataSource> => {
    const until = migrations.findIndex((migration) => migration.name === last) + 1;
    expect(until).toBeGreaterThan(0);
    const known = migrations.slice(0, until);
    const source = new DataSource({ ...runner.options, migrations: known, migrationsTransactionMode: 'each' } as never);
    return source.initialize();
  };
  return {
    superuser,
    /** As a release did that ended with this migration. */
    async migrateTo(last: string): Promise<void> {
      const source = await opened(last);
      await source.runMigrations();
      await source.destroy();
    },
    /** As who goes back to the release before the newest of its migrations. */
    async undo(last: string): Promise<void> {
      const source = await opened(last);
      await source.undoLastMigration();
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
  INSERT INTO channel_job (store_id, id, extension, kind, mode, state, done, created, updated, cursor, sample, waiting_for, created_by, created_at)
    VALUES ('${store}', 'cjb_1', 'trendyol', 'catalog.pull', 'import', 'running', 40, 38, 1, 'next', '[{"remoteId": "r"}]',
        'the rate limit of the marketplace', 'own', now()),
      ('${store}', 'cjb_2', 'trendyol', 'catalog.pull', 'preview', 'queued', 0, 0, 0, null, '[]', null, 'own', now());
  INSERT INTO proposal (store_id, id, token_id, state, hash, created_at)
    VALUES ('${store}', 'prp_1', 'tok', 'open', 'h', now()), ('${store}', 'prp_0', 'tok', 'applied', 'h', now());
  INSERT INTO proposal_item (store_id, id, proposal_id, seq, command, payload, key, defer_bump, reserved_ids, read_revs, schema_hash,
      preview, state, audit_id, recorded_at)
    VALUES ('${store}', 'pit_1', 'prp_1', 1, 'c', '{"body": {"name": "obj", "logos": [{"object": "${OBJECT}"}]}}', 'key_1', false, '{}', '{}', 's', '{}', 'pending', null, now()),
      ('${store}', 'pit_2', 'prp_1', 2, 'c', '{"body": {"uploadId": "${UPLOAD}", "name": "upl"}}', 'key_2', false, '{}', '{}', 's', '{}', 'pending', null, now()),
      ('${store}', 'pit_0', 'prp_0', 1, 'c', '{"body": {"object": "${OBJECT}", "uploadId": "${UPLOAD}"}}', 'key_0', false, '{}', '{}', 's', '{}', 'applied', 'aud_1', now());
  INSERT INTO owner_account (id, store_id, email, password_hash) VALUES ('own_${store}', '${store}', 'sahip@${store}.example', 'h');
  INSERT INTO mail (store_id, id, to_address, subject, body, created_at)
    VALUES ('${store}', 'mai_1', 'Sahip@${store}.example', 's', 'b', now()), ('${store}', 'mai_2', 'gone@example.com', 's', 'b', now());`;

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
    // Its owner has let it bring products and create brands, and nothing else.
    expect(await rows('SELECT store_id, key, granted FROM extension ORDER BY 1, 2')).toEqual(
      ofBoth([
        ['trendyol', { scopes: [], personalData: [], actions: ['brands.create'], secrets: ['apiKey', 'apiSecret'] }],
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
    expect(
      await rows('SELECT store_id, id, key, writes, builds_on, objects, uploads FROM proposal_item ORDER BY 1, 2'),
    ).toEqual(
      ofBoth([
        ['pit_0', 'key_0', ['*'], [], [], []],
        ['pit_1', 'item/pit_1', ['*'], [], [OBJECT], []],
        ['pit_2', 'item/pit_2', ['*'], [1], [], [UPLOAD]],
      ]),
    );
    expect(
      await rows('SELECT store_id, id, state, done, waited_ms, lane, waiting_reason FROM channel_job ORDER BY 1, 2'),
    ).toEqual(
      ofBoth([
        ['cjb_1', 'running', 40, 0, 'catalog.pull', 'rate_limit'],
        ['cjb_2', 'queued', 0, 0, 'catalog.pull/preview', null],
      ]),
    );
    // They go on where they stand.
    expect(await rows('SELECT store_id, id, input, progress FROM channel_job ORDER BY 1, 2')).toEqual(
      ofBoth([
        [
          'cjb_1',
          { mode: 'import' },
          { ...catalogPull.initial, created: 38, updated: 1, cursor: 'next', sample: [{ remoteId: 'r' }] },
        ],
        ['cjb_2', { mode: 'preview' }, catalogPull.initial],
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
    expect(await rows('SELECT store_id, id, owner_id, state, written, token_id FROM mail ORDER BY 1')).toEqual(
      stores.map((store) => [store, 'mai_1', `own_${store}`, 'queued', true, null]),
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

/** Jobs of a shop as the import's own columns held them: one in each state that holds something. */
const jobsOf = (store: string): string => `
  INSERT INTO store (id, name) VALUES ('${store}', 'Kahve');
  INSERT INTO extension (store_id, key, version, installed_at, updated_at) VALUES ('${store}', 'trendyol', '1.0.0', now(), now());
  INSERT INTO channel_job (store_id, id, extension, kind, lane, mode, state, total, done, created, updated, failed, cursor, exhausted, sample,
      pages, page_rows, page_size, marked_cursor, waiting_for, waiting_reason, waiting_until, waited_ms, error, created_by, created_at,
      started_at, finished_at)
    VALUES
      ('${store}', 'cjb_done', 'trendyol', 'catalog.pull', 'catalog.pull/preview', 'preview', 'succeeded', 120, 120, 70, 30, 5, null, true,
        '[{"remoteId": "7", "title": "Çay \\"demli\\"", "action": "create"}]', 3, 0, 50, 'p2', null, null, null, 0, null, 'own', now(), now(), now()),
      ('${store}', 'cjb_failed', 'trendyol', 'catalog.pull', 'catalog.pull', 'import', 'failed', null, 0, 0, 0, 0, null, false, '[]', 0, 0, 100,
        null, null, null, null, 0, '{"code": "provider_refused", "message": "no"}', 'tok', now(), now(), now()),
      ('${store}', 'cjb_waits', 'trendyol', 'catalog.pull', 'catalog.pull', 'import', 'running', 900, 437, 400, 12, 25, 'p5', false, '[]', 4, 37, 25,
        'p4', 'the rate limit of the marketplace', 'rate_limit', now(), 5000, null, 'own', now(), now(), null),
      ('${store}', 'cjb_wished_off', 'trendyol', 'catalog.pull', 'catalog.pull', 'import', 'cancelling', 9, 4, 2, 1, 1, '', false, '[]', 1, 4, 100,
        null, null, null, null, 0, null, 'own', now(), now(), null),
      ('${store}', 'cjb_queued', 'trendyol', 'catalog.pull', 'catalog.pull', 'import', 'queued', null, 0, 0, 0, 0, null, false, '[]', 0, 0, 100,
        null, null, null, null, 0, null, 'own', now(), null, null);
  INSERT INTO channel_job_error (store_id, job_id, position, remote_id, code, message)
    VALUES ('${store}', 'cjb_waits', 1, 'r', 'invalid_request', 'm');`;

test('what a job of an earlier release holds is kept whatever its state, and given back to that release', async () => {
  const { superuser, migrateTo, undo, close } = await openDatabase();
  const rows = async <Row>(sql: string): Promise<Row[]> => (await superuser.query<Row & object>(sql)).rows;
  const held = () => rows<{ row: Record<string, unknown> }>('SELECT to_jsonb(j) AS row FROM channel_job j ORDER BY 1');
  const everything = async () => ({
    jobs: await held(),
    errors: await rows('SELECT to_jsonb(e) AS row FROM channel_job_error e ORDER BY 1'),
    open: await rows<{ facts: Record<string, unknown> }>(
      `SELECT id, store_id, facts FROM open_channel_job('job/', '', 100, interval '1 day')`,
    ),
    columns: await rows(
      `SELECT column_name, data_type, is_nullable, column_default FROM information_schema.columns
       WHERE table_name = 'channel_job' ORDER BY 1`,
    ),
  });
  try {
    await migrateTo('ChannelJobWaiting1763871100000');
    for (const store of ['str_a', 'str_b']) await superuser.query(jobsOf(store));
    const before = await everything();
    expect(before.jobs).toHaveLength(10);
    expect(before.open).toHaveLength(6);

    await migrateTo('ChannelJobKind1763871101000');
    const after = await everything();
    expect(after.jobs.map(({ row }) => row)).toEqual(
      before.jobs.map(({ row }) => {
        const { mode, created, updated, sample, cursor, page_rows, page_size, pages, marked_cursor, ...kept } = row;
        const position = { cursor, pageRows: page_rows, pageSize: page_size, pages, markedCursor: marked_cursor };
        return { ...kept, input: { mode }, progress: { created, updated, sample, ...position } };
      }),
    );
    expect(after.errors).toEqual(before.errors);
    // They are found as before, with what was asked for as it stands now.
    expect(after.open).toEqual(
      before.open.map(({ facts: { mode, ...facts }, ...open }) => ({ ...open, facts: { ...facts, input: { mode } } })),
    );

    await undo('ChannelJobKind1763871101000');
    expect(await everything()).toEqual(before);

    // Whatever was added since is there, so this release reads them.
    await migrateTo('ListBegunAnew1763877000337');
    for (const { row } of await held()) expect(() => catalogPull.read(row as never)).not.toThrow();
  } finally {
    await close();
  }
});

test('a brand that was asked for goes on where it stands, and in the release before too', async () => {
  const { superuser, migrateTo, undo, close } = await openDatabase();
  const jobs = async () =>
    (await superuser.query<{ row: JobRow }>('SELECT to_jsonb(j) AS row FROM channel_job j ORDER BY id')).rows;
  try {
    await migrateTo('UploadNames1763874800000');
    await superuser.query(`
      INSERT INTO store (id, name) VALUES ('str_a', 'Kahve');
      INSERT INTO extension (store_id, key, version, installed_at, updated_at) VALUES ('str_a', 'trendyol', '1.0.0', now(), now());
      INSERT INTO channel_job (store_id, id, extension, kind, lane, state, done, failed, exhausted, waited_ms, objects, input, progress,
          created_by, created_at)
        SELECT 'str_a', id, 'trendyol', kind, kind, 'running', 0, 0, false, 9000, '{}', input::jsonb, progress::jsonb, 'own', now()
        FROM (VALUES
          ('cjb_brand', 'brand.create', '{"brand": "Demli", "logos": [{"digest": "${'d'.repeat(64)}", "size": 1, "type": "image/png"}]}',
            '{"brandId": null, "asked": 2}'),
          ('cjb_import', 'catalog.pull', '{"mode": "import"}', '${JSON.stringify(catalogPull.initial)}')
        ) AS job (id, kind, input, progress)`);
    const before = await jobs();
    await migrateTo('AskedAfter1763876000000');
    const [brand, pull] = await jobs();
    expect(brand?.row.progress).toEqual({ brandId: null, asked: 2, askedAfterMs: 0 });
    expect(pull).toEqual(before[1]);
    await undo('AskedAfter1763876000000');
    expect(await jobs()).toEqual(before);
    await migrateTo('MissingSince1763876500000');
    const [now, other] = await jobs();
    expect(brandCreate.read(now?.row as JobRow).progress).toEqual({ brandId: null, asked: 2, missingSince: null });
    expect(other).toEqual({ row: { ...before[1]?.row, brought_bytes: 0 } });
    await undo('MissingSince1763876500000');
    expect((await jobs())[0]?.row.progress).toEqual({ brandId: null, asked: 2, askedAfterMs: 9000 });
  } finally {
    await close();
  }
});

test('mails know their owner in the place of an address, and whoever goes back finds it where it was', async () => {
  const { superuser, migrateTo, undo, close } = await openDatabase();
  try {
    await migrateTo('AuditGeneration1763872000000');
    await superuser.query(`
      INSERT INTO store (id, name) VALUES ('str_a', 'Kahve');
      INSERT INTO owner_account (id, store_id, email, password_hash) VALUES ('own_a', 'str_a', 'sahip@example.com', 'h');
      INSERT INTO mail (store_id, id, token_id, to_address, subject, body, written, created_at)
        VALUES ('str_a', 'mai_1', 'tok', 'sahip@example.com', 's', '', false, now())`);
    const mails = async () => (await superuser.query('SELECT * FROM mail')).rows;
    const before = await mails();
    await migrateTo('MailOwner1763874200000');
    const [{ to_address: _, ...mail }] = before;
    expect(await mails()).toEqual([{ ...mail, owner_id: 'own_a' }]);
    await undo('MailOwner1763874200000');
    expect(await mails()).toEqual(before);
  } finally {
    await close();
  }
});

test('a removal that was on its way knows what the field was, or at least its key', async () => {
  const { superuser, migrateTo, undo, close } = await openDatabase();
  try {
    await migrateTo('SealingKeys1763877000313');
    const field = {
      target: 'collection',
      key: 'season',
      type: 'text',
      list: true,
      label: 'Mevsim',
      description: null,
      validations: { choices: ['Yaz'] },
    };
    await superuser.query("INSERT INTO store (id, name) VALUES ('str_a', 'Kahve'), ('str_b', 'Çay')");
    await superuser.query(
      `INSERT INTO audit_row (store_id, id, at, actor_kind, actor_id, command, outcome, entity_id, changes) VALUES
         ('str_a', 'aud_1', now(), 'owner', 'own_a', 'metafield.definition.delete', 'done', 'mfd_1', $1),
         ('str_b', 'aud_1', now(), 'owner', 'own_b', 'metafield.definition.delete', 'refused', 'mfd_1', '[]')`,
      [JSON.stringify([{ entity: 'metafield definition', id: 'mfd_1', before: field, after: null }])],
    );
    await superuser.query(
      `INSERT INTO metafield_purge (store_id, id, key, total, created_at) VALUES
         ('str_a', 'mfd_1', 'season', 3, '2026-03-01T09:00:00.5Z'), ('str_b', 'mfd_1', 'care', 1, '2026-03-01T09:00:00Z')`,
    );
    await migrateTo('RemovedDefinitions1763877000335');
    const { rows } = await superuser.query('SELECT store_id, definition FROM metafield_purge ORDER BY store_id');
    const at = '2026-03-01T09:00:00.500Z';
    expect(rows).toEqual([
      { store_id: 'str_a', definition: { ...field, id: 'mfd_1', rev: 1, createdAt: at, updatedAt: at } },
      {
        store_id: 'str_b',
        definition: expect.objectContaining({ id: 'mfd_1', rev: 1, target: 'product', key: 'care', label: 'care' }),
      },
    ]);
    expect(schemaErrors(definitionSchema, { ...rows[0].definition, id: exampleId('mfd', 'ETEK') })).toEqual([]);
    expect(schemaErrors(definitionSchema, { ...rows[1].definition, id: exampleId('mfd', 'ETEK') })).toEqual([]);
    await undo('RemovedDefinitions1763877000335');
  } finally {
    await close();
  }
});
