import { Client } from 'pg';
import { DataSource, EntitySchema } from 'typeorm';
import { category } from '../../src/catalog/category/aggregate';
import { isNullable, kurus, label, line, nullable, object, type Static, t } from '../../src/kernel/schema/schema';
import { aggregate } from '../../src/kernel/table/aggregate';
import { type Column, sqlName, type Table, table, times } from '../../src/kernel/table/table';
import { insertAllInto, insertInto, rowsAsJson } from '../../src/kernel/table/table-store';
import { declared } from '../house/aggregates';
import { createWorld, type World } from '../world/world';

const parcel = aggregate({
  word: 'parcel',
  prefix: 'prc',
  label: label('Koli', 'Parcel'),
  table: 'parcel',
  columns: {
    label: {
      type: 'text',
      schema: label('Etiket', 'Label')(line(20)),
      writers: ['create', 'update'],
      touches: (text: string, { id }: { readonly id: string }) => [`label/${text}`, id],
    },
    insuredFor: { type: 'bigint', schema: nullable(kurus()), writers: ['create'] },
    fragile: { type: 'boolean', schema: t.Boolean(), writers: ['create'], initial: false },
    notes: { type: 'text', schema: nullable(t.String({ maxLength: 9 })), writers: ['update'], listed: false },
    weight: { type: 'integer', schema: t.Integer(), kept: 'once' },
    boxCount: { type: 'integer', schema: t.Integer(), shown: false, compared: false },
    seenAt: { type: 'timestamptz', schema: nullable(t.String()), kept: 'apart' },
    state: { type: 'text', schema: t.String(), kept: 'apart', noted: `it's new`, listed: false },
    ...times,
  },
});

const row = {
  id: 'prc_1',
  rev: 3,
  label: 'Kutu',
  insuredFor: null,
  fragile: true,
  notes: 'x',
  weight: 7,
  boxCount: 2,
  seenAt: null,
  state: 'sent',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('what follows from the columns of an aggregate', () => {
  test('the fields of commands: those that their caller may state, and which of them a new thing needs', () => {
    const payload = object(parcel.creates);
    const needed: Static<typeof payload> = { label: 'Kutu' };
    expect(payload.required).toEqual(Object.keys(needed));
    expect(Object.keys(parcel.creates)).toEqual(['label', 'insuredFor', 'fragile']);
    expect(object(parcel.updates).required ?? []).toEqual([]);
    expect(Object.keys(parcel.updates)).toEqual(['label', 'notes']);
    expect(parcel.initial).toMatchObject({ insuredFor: null, fragile: false, notes: null });
    expect(parcel.initial).not.toHaveProperty('label');
  });

  test('who states all of it each time may leave out what came since, which then stands for what held before', () => {
    const sent = table({
      word: 'sent parcel',
      label: label('Gönderi', 'Sent parcel'),
      table: 'sent_parcel',
      columns: {
        label: { type: 'text', schema: line(20), writers: ['create', 'update'] },
        boxes: { type: 'integer', schema: t.Integer(), writers: ['create', 'update'], since: 1 },
        insuredFor: { type: 'bigint', schema: nullable(kurus()), writers: ['create', 'update'], since: null },
        weight: { type: 'integer', schema: nullable(t.Integer()), writers: ['create', 'update'] },
      },
    });
    const payload = object(sent.states);
    const yesterday: Static<typeof payload> = { label: 'Kutu', weight: null };
    expect(payload.required).toEqual(Object.keys(yesterday));
    expect([sent.states.boxes, sent.states.insuredFor]).toMatchObject([{ 'x-since': 1 }, { 'x-since': null }]);
    expect(sent.states.label).not.toHaveProperty('x-since');
    expect(sent.whole(yesterday)).toEqual({ ...yesterday, boxes: 1, insuredFor: null });
    expect(sent.whole({ ...yesterday, boxes: 3 })).toMatchObject({ boxes: 3 });
  });

  test('answers promise the meaning of a text and not its length', () => {
    expect(parcel.creates.label).toMatchObject({ maxLength: 20 });
    expect(parcel.answers.label).toEqual({ type: 'string', 'x-label': { tr: 'Etiket', en: 'Label' } });
    expect(parcel.answers.insuredFor).toEqual(nullable(kurus()));
    expect(parcel.answers.id).toHaveProperty('pattern');
    expect(Object.keys(parcel.answers)).not.toContain('boxCount');
    expect(Object.keys(parcel.listedAnswers)).not.toContain('notes');
    expect(parcel.answer(row)).toEqual({ ...row, boxCount: undefined });
  });

  test('a snapshot holds what a call can change', () => {
    expect(parcel.snapshot(row)).toEqual({ label: 'Kutu', insuredFor: null, fragile: true, notes: 'x', weight: 7 });
  });

  test('what a write touches: the names of the old and of the new value, and none of a value that stays', () => {
    expect(parcel.touched(null, row)).toEqual(['label/Kutu', 'prc_1']);
    expect(parcel.touched(row, { ...row, label: 'Sandık' })).toEqual(['label/Kutu', 'prc_1', 'label/Sandık', 'prc_1']);
    expect(parcel.touched(row, { ...row, notes: 'y', label: 'Kutu' })).toEqual([]);
    expect(parcel.touched(row, null)).toEqual(['label/Kutu', 'prc_1']);
  });

  test('the values of its statements, where an array of JSON is no array of Postgres', () => {
    const listed = table({
      word: 'list',
      label: label('Liste', 'List'),
      table: 'list',
      columns: {
        tags: { type: 'text[]', schema: t.Array(t.String()) },
        entries: { type: 'jsonb', schema: t.Array(t.String()), kept: 'once' },
        error: { type: 'jsonb', schema: nullable(t.String()) },
      },
    });
    const values = { tags: ['a'], entries: ['b'], error: null };
    expect(listed.values(values)).toEqual([['a'], '["b"]', null]);
    expect(listed.savedValues(values)).toEqual([['a'], null]);
  });

  test('a row that does not say what a save or an INSERT writes is refused: null would be written over a hidden column', () => {
    const shown = JSON.parse(JSON.stringify(parcel.answer(row)));
    expect(shown).not.toHaveProperty('boxCount');
    expect(() => parcel.savedValues(shown)).toThrow('without its boxCount');
    expect(() => parcel.values(shown)).toThrow('without its boxCount');
    expect(() => rowsAsJson([row, shown], parcel.stated)).toThrow('without its boxCount');
    expect(rowsAsJson([{ label: null }], ['label'])).toBe('[{"label":null}]');
  });

  test('a field that a command takes and no statement writes is no declaration', () => {
    const declared = (column: Pick<Column, 'writers' | 'kept'>) => () =>
      table({
        word: 'list',
        label: label('Liste', 'List'),
        table: 'list',
        columns: { size: { type: 'integer', schema: t.Integer(), ...column } },
      });
    for (const kept of ['once', 'apart', 'guard'] as const)
      expect(declared({ writers: ['update'], kept })).toThrow(`list.size is stated by updates, and kept ${kept}`);
    for (const kept of ['apart', 'guard'] as const)
      expect(declared({ writers: ['create'], kept })).toThrow(`list.size is stated of new ones, and kept ${kept}`);
    expect(declared({ writers: ['create'], kept: 'once' })).not.toThrow();
    expect(declared({ writers: ['create', 'update'] })).not.toThrow();
  });

  test('the INSERT of a new row: what is stated of it, and what it notes without being asked', () => {
    expect(insertInto(parcel)).toBe(
      'INSERT INTO parcel (store_id, id, label, insured_for, fragile, notes, weight, box_count, state, created_at, updated_at) ' +
        `VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'it''s new', $9, $9)`,
    );
    expect(insertAllInto(parcel, { weight: '1' })).toMatch(
      /SELECT \$1, row\.id, .* 1, row\."boxCount", 'it''s new', \$3, \$3 FROM json_to_recordset\(\$2::json\)/,
    );
    expect(parcel.values(row)).toEqual(['prc_1', 'Kutu', null, true, 'x', 7, 2]);
  });

  test('the lists of its statements', () => {
    expect(parcel.selectListed('p', { seenAt: 'now()' })).toBe(
      'p.id AS id, p.rev AS rev, p.label AS label, p.insured_for AS "insuredFor", p.fragile AS fragile, p.weight AS weight, ' +
        'now() AS "seenAt", p.created_at AS "createdAt", p.updated_at AS "updatedAt"',
    );
    expect(parcel.inserted).toBe(
      'id, label, insured_for, fragile, notes, weight, box_count, state, created_at, updated_at',
    );
    expect(parcel.record).toBe(
      'id text, label text, "insuredFor" bigint, fragile boolean, notes text, weight integer, "boxCount" integer',
    );
    expect(parcel.given('new', 'now()', { label: 'upper(new.label)' })).toBe(
      'new.id, upper(new.label), new."insuredFor", new.fragile, new.notes, new.weight, new."boxCount", ' +
        `'it''s new', now(), now()`,
    );
    expect(parcel.assigned((_, index) => `$${index + 1}`)).toBe(
      'label = $1, insured_for = $2, fragile = $3, notes = $4, box_count = $5',
    );
    expect(parcel.savedValues(row)).toEqual(['Kutu', null, true, 'x', 2]);
  });
});

type Declared = Pick<Table, 'word' | 'table' | 'storeColumn' | 'columns'>;

/** A column that Postgres works out of others. */
interface WorkedOut {
  readonly table: string;
  readonly name: string;
  /** What it is worked out from. */
  readonly value: string;
}

/** TypeORM's view of a declaration. */
const entityOf = ({ word, table, storeColumn, columns }: Declared, workedOut: readonly WorkedOut[]): EntitySchema =>
  new EntitySchema({
    name: word,
    tableName: table,
    columns: {
      storeId: { name: storeColumn, type: 'text', primary: true },
      ...Object.fromEntries(
        Object.entries<Column>(columns).map(([name, column]) => [
          name,
          typeormColumn(
            name,
            column,
            workedOut.find((made) => made.table === table && made.name === sqlName(name)),
          ),
        ]),
      ),
    },
  });

function typeormColumn(name: string, { type, schema }: Column, workedOut: WorkedOut | undefined) {
  const array = type.endsWith('[]');
  const single = type.replace('[]', '') as 'text';
  const made = workedOut && { asExpression: workedOut.value, generatedType: 'STORED' as const };
  return { name: sqlName(name), type: single, array, nullable: isNullable(schema), ...made };
}

// TypeORM looks there for what the columns are worked out from that Postgres works out.
const KEEP_WORKED_OUT = `
  CREATE TABLE typeorm_metadata AS
  SELECT 'GENERATED_COLUMN' AS type, current_database()::text AS database, table_schema::text AS schema, table_name::text AS "table",
    column_name::text AS name, generation_expression::text AS value
  FROM information_schema.columns WHERE table_schema = 'public' AND is_generated = 'ALWAYS'`;

describe('the declarations and the migrated database agree', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  /**
   * What TypeORM would change of the columns of the database. Keys, indexes, checks, collations and defaults are the migrations' alone,
   * and so is what Postgres works columns out from: those need no declaration.
   */
  async function differences(tables: readonly Declared[]): Promise<string[]> {
    const client = new Client({ connectionString: world.superuserUrl });
    await client.connect();
    try {
      await client.query(KEEP_WORKED_OUT);
      const { rows } = await client.query<WorkedOut>('SELECT * FROM typeorm_metadata');
      const ours = new Set(rows.map(({ table, name }) => `ALTER TABLE "${table}" DROP COLUMN "${name}"`));
      const queries = await changes(tables.map((table) => entityOf(table, rows)));
      return queries.filter(
        (query) =>
          /^CREATE TABLE| (ADD|DROP|ALTER) (COLUMN )?"/.test(query) &&
          !/ (DROP|SET) DEFAULT| COLLATE /.test(query) &&
          !ours.has(query),
      );
    } finally {
      await client.query('DROP TABLE typeorm_metadata');
      await client.end();
    }
  }

  async function changes(entities: EntitySchema[]): Promise<string[]> {
    const source = await new DataSource({ type: 'postgres', url: world.superuserUrl, entities }).initialize();
    try {
      const { upQueries } = await source.driver.createSchemaBuilder().log();
      return upQueries.map(({ query }) => query);
    } finally {
      await source.destroy();
    }
  }

  test('by their columns, the types of these, and whether they may be null', async () => {
    const tables = declared.map(({ table }) => table);
    expect(tables.map(({ word }) => word)).toEqual(expect.arrayContaining(['category', 'collection', 'listing']));
    expect(await differences(tables)).toEqual([]);
  });

  test('and a column that is missing, of another type or null elsewhere is noticed', async () => {
    const { name: _missing, taksitCap, ...columns } = category.columns;
    const position = { ...category.columns.position, schema: nullable(t.Integer()) };
    const other = {
      ...category,
      columns: { ...columns, position, taksitCap: { ...taksitCap, type: 'bigint' }, colour: taksitCap },
    } as const;
    const found = (await differences([other])).join('\n');
    expect(found).toMatch(/DROP COLUMN "name"/);
    expect(found).toMatch(/ADD "colour"/);
    expect(found).toMatch(/ADD "taksit_cap" bigint/);
    expect(found).toMatch(/ALTER COLUMN "position" DROP NOT NULL/);
  });
});
