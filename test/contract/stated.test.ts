import type { Command } from '../../src/kernel/declaration/command';
import { sqlName, type Table } from '../../src/kernel/table/table';
import { registry } from '../../src/registry';
import { declared } from '../house/aggregates';
import { type CargoShop, cargoShop } from '../order/parcels';
import { sample } from './sample';

// biome-ignore lint/suspicious/noExplicitAny: any JSON Schema
type Schema = any;

const commands = new Map(
  [...registry.commands, ...registry.routes.flatMap((route) => ('command' in route ? [route.command] : []))].map(
    (each): [string, Command] => [each.id, each as unknown as Command],
  ),
);

interface Stating {
  readonly id: string;
  readonly command: Command;
  readonly table: Table;
  readonly fields: Readonly<Record<string, Schema>>;
}

/** Fields of which a command takes fewer values than its table keeps. */
const narrowed = ['catalog.product.create.barcode'];

/** Commands by which a caller states the fields of a new thing, as its table declares them. */
const stating: readonly Stating[] = [...commands.values()].flatMap((command) =>
  declared.flatMap(({ table }): Stating[] => {
    const properties = (command.payload as Schema).properties ?? {};
    const fields = Object.entries<Schema>(table.creates);
    const isWhole =
      fields.length > 0 &&
      fields.every(([name, schema]) => properties[name] === schema || narrowed.includes(`${command.id}.${name}`));
    return isWhole ? [{ id: command.id, command, table: table as Table, fields: table.creates }] : [];
  }),
);

/** What a rule of the command asks for beyond the schema, by `command.field`. */
const apt: Readonly<Record<string, unknown>> = {
  'catalog.product.create.barcode': '8690000000012',
  'catalog.product.create.compareAt': 99_900,
  'metafield.definition.create.list': false,
  'metafield.definition.create.validations': { maxLength: 7 },
};

let shop: CargoShop;
beforeAll(async () => {
  shop = await cargoShop();
});
afterAll(() => shop.close());

/** A value that nobody finds there who has not written it. */
async function statedIn({ id, command, table }: Stating, name: string, schema: Schema): Promise<unknown> {
  const stated = apt[`${id}.${name}`] ?? (command.example as Readonly<Record<string, unknown>>)[name];
  if (stated !== undefined) return stated;
  const initial = (table.initial as Readonly<Record<string, unknown>>)[name];
  const way = schema.anyOf?.find(({ type }: Schema) => type !== 'null') ?? schema;
  if (way.type === 'boolean') return !initial;
  if (way.type === 'array') return [sample(way.items)];
  if (way.enum) return way.enum.find((choice: unknown) => choice !== initial);
  if (way.anyOf) return way.anyOf.map(sample).find((choice: unknown) => choice !== initial);
  if (way.pattern?.replace(/\W/g, '').startsWith('cat'))
    return (await created(commands.get('catalog.category.create'), { name: 'Kupa' })).id;
  return sample(way);
}

async function created(command: Command | undefined, payload: object): Promise<Readonly<Record<string, unknown>>> {
  const { bus, storeId } = { ...shop.world.platform, ...shop.world };
  const acted = await bus.act(command as Command, { storeId, by: 'test', payload, cause: {} });
  expect(acted).toHaveProperty('result');
  return (acted as unknown as { result: Readonly<Record<string, unknown>> }).result;
}

async function rowOf(table: string, id: unknown): Promise<Readonly<Record<string, unknown>>> {
  const { database, storeId } = shop.world;
  const find = `SELECT to_jsonb(each) AS row FROM ${table} each WHERE store_id = $1 AND id = $2`;
  const [found] = await database.reader(storeId).query<{ row: Readonly<Record<string, unknown>> }>(find, [storeId, id]);
  return found?.row ?? {};
}

test('the commands by which new things are stated are known', () => {
  expect(stating.map(({ id }) => id).toSorted()).toEqual([
    'catalog.category.create',
    'catalog.collection.create',
    'catalog.product.create',
    'ext.cargo.sender',
    'metafield.definition.create',
    'settings.stock.update',
  ]);
});

test.each(stating)('$id keeps every field that its caller may state', async (each) => {
  const { command, table, fields } = each;
  const payload: Record<string, unknown> = { ...(command.example as object) };
  for (const [name, schema] of Object.entries(fields)) payload[name] = await statedIn(each, name, schema);
  const result = await created(command, payload);
  const row = await rowOf(table.table, result.id);
  const found = Object.fromEntries(
    Object.keys(fields).map((name) => [name, name in result ? result[name] : row[sqlName(name)]]),
  );
  expect(found).toEqual(Object.fromEntries(Object.keys(fields).map((name) => [name, payload[name]])));
});
