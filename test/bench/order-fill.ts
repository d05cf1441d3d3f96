import { Client } from 'pg';

/** Of orders that are there in numbers: what lists are asked for, spread as in a shop that has been open for long. */
const SPREAD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  store_order: {
    id: `'ord_' || lpad(upper(to_hex(n)), 26, '0')`,
    number: `(100000 + n)::text`,
    placed_at: `now() - make_interval(mins => n)`,
    created_at: `now() - make_interval(mins => n)`,
    payment: `CASE WHEN n % 20 = 0 THEN 'awaiting_transfer' WHEN n % 3 = 0 THEN 'pending_cod' ELSE 'paid' END`,
    fulfilment: `CASE WHEN n % 50 = 0 THEN 'unfulfilled' WHEN n % 7 = 0 THEN 'shipped' ELSE 'delivered' END`,
    items_total: `10000 + n % 100000`,
    total: `10000 + n % 100000`,
    discount_total: '0',
    shipping_total: '0',
    cod_fee: '0',
    buyer_name: `'Alıcı x' || n || 'x'`,
    search_text: `(100000 + n)::text || E'\\nalici x' || n || E'x\\ncezve ' || (n % 977)`,
  },
  order_line: {
    id: `'oln_' || lpad(upper(to_hex(n)), 26, '0')`,
    order_id: `'ord_' || lpad(upper(to_hex(n)), 26, '0')`,
  },
};

/** Copies the only order of a store until it has as many. An index of words is far quicker made at once than kept. */
export async function multiplyOrder(url: string, storeId: string, count: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: indexes } = await client.query<{ name: string; text: string }>(
      `SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE tablename = 'store_order' AND indexdef LIKE '%gin%'`,
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    for (const [table, spread] of Object.entries(SPREAD)) {
      const { rows: columns } = await client.query<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER'`,
        [table],
      );
      const names = columns.map(({ name }) => name);
      await client.query(
        `INSERT INTO ${table} (${names.join(', ')})
         SELECT ${names.map((name) => spread[name] ?? `model.${name}`).join(', ')}
         FROM (SELECT * FROM ${table} WHERE store_id = $1 LIMIT 1) AS model, generate_series(1, $2::int) AS n`,
        [storeId, count - 1],
      );
    }
    for (const { text } of indexes) await client.query(text);
  } finally {
    await client.end();
  }
}
