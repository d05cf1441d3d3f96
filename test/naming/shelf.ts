import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { sweepMedia } from '../../activities/media.sweep';
import { newUlid } from '../../src/kernel/ids';
import { isNullable } from '../../src/kernel/schema/schema';
import { type NamingTable, namingColumns } from '../../src/kernel/table/naming';
import { type Column, sqlName } from '../../src/kernel/table/table';
import type { World } from '../world/world';

/** A column of any declared table that can name stored bytes. */
export interface Place {
  readonly table: NamingTable;
  readonly column: string;
  readonly manner: string;
}

/** Every such column, of the product and of the test. */
export const placesOf = ({ platform }: World): Place[] =>
  platform.tables.flatMap((table) => namingColumns(table.columns).map((naming) => ({ table, ...naming })));

/** What fills a column of which nothing is asked. */
const fillings = {
  bigint: 1,
  boolean: false,
  bytea: '',
  'double precision': 1,
  integer: 1,
  'integer[]': [],
  jsonb: '{}',
  smallint: 1,
  text: '',
  'text[]': [],
  timestamptz: '2100-01-01',
} as const;

/** How a column holds a name, beside whatever else it holds. */
const held: Readonly<Record<string, (object: string) => unknown>> = {
  value: (object) => object,
  list: (object) => ['another', object],
  document: (object) => JSON.stringify({ deep: [{ object }], other: null }),
};

/** Stored bytes of a world, and rows that name them: rows of any table, made by nothing but its declaration. */
export class Shelf {
  private constructor(
    private readonly world: World,
    private readonly client: Client,
  ) {}

  static async open(world: World): Promise<Shelf> {
    const client = new Client({ connectionString: world.superuserUrl });
    await client.connect();
    // A row may stand without what it refers to.
    await client.query('SET session_replication_role = replica');
    return new Shelf(world, client);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  async keep(storeId: string): Promise<string> {
    const { object } = await this.world.platform.services.objects.put(storeId, Readable.from([Buffer.from('bytes')]));
    return object;
  }

  /** As if it had been kept a day ago. */
  async age(storeId: string, object: string): Promise<void> {
    const yesterday = new Date(Date.now() - 86_400_000);
    const file = path.join(this.world.config.dataFolder, 'objects', storeId, object);
    await utimes(file, yesterday, yesterday);
  }

  async isThere(storeId: string, object: string): Promise<boolean> {
    const bytes = await this.world.platform.services.objects.open(storeId, object);
    bytes?.destroy();
    return bytes !== undefined;
  }

  async name(storeId: string, object: string, { table, column, manner }: Place): Promise<void> {
    const columns = Object.entries<Column>(table.columns).map(([name, declared]) => {
      const value = sqlName(name) === column ? held[manner]?.(object) : filling(declared);
      return [sqlName(name), value] as const;
    });
    const places = columns.map((_, index) => `$${index + 2}`);
    await this.client.query(
      `INSERT INTO ${table.table} (store_id, ${columns.map(([name]) => name).join(', ')}) VALUES ($1, ${places.join(', ')})`,
      [storeId, ...columns.map(([, value]) => value)],
    );
  }

  async unname(storeId: string, object: string, { table, column }: Place): Promise<void> {
    await this.client.query(
      `DELETE FROM ${table.table} WHERE store_id = $1 AND position($2 IN to_jsonb(${column})::text) > 0`,
      [storeId, object],
    );
  }

  async move(storeId: string, object: string, from: Place, to: Place): Promise<void> {
    await this.client.query('BEGIN');
    await this.unname(storeId, object, from);
    await this.name(storeId, object, to);
    await this.client.query('COMMIT');
  }

  /** @param before runs before each statement in which the sweep asks who names what, with its text */
  async sweep(before: Before = async () => {}): Promise<void> {
    const { platform } = this.world;
    const database = new Proxy(platform.database, {
      get: (target, name) =>
        name === 'reader' ? (storeId: string) => asking(target.reader(storeId), before) : bound(target, name),
    });
    const signal = new AbortController().signal;
    const onFailure = (error: unknown) => {
      throw error;
    };
    await sweepMedia({ ...platform, database }, { signal, onPage() {}, onFailure });
  }
}

type Before = (asked: string) => Promise<void>;
type Reader = ReturnType<World['database']['reader']>;

const asking = (reader: Reader, before: Before): Reader =>
  new Proxy(reader, {
    get(target, name) {
      if (name !== 'query') return bound(target, name);
      return async (...asked: Parameters<Reader['query']>) => {
        await before(asked[0]);
        return target.query(...asked);
      };
    },
  });

function bound<T extends object>(target: T, name: string | symbol): unknown {
  const value = target[name as keyof T];
  return typeof value === 'function' ? value.bind(target) : value;
}

function filling({ type, schema }: Column): unknown {
  if (isNullable(schema)) return null;
  const [choice] = (schema as { readonly enum?: readonly string[] }).enum ?? [];
  if (choice !== undefined) return choice;
  return type === 'text' ? newUlid() : fillings[type];
}
