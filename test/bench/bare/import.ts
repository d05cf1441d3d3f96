import { Client } from 'pg';
import { claimBarcodes, insertProducts, type NewProduct } from '../../../src/catalog/product/store';
import { type ProductRow, productSnapshot } from '../../../src/catalog/product/view';
import { sendMovements } from '../../../src/catalog/stock/store';
import type { Transaction } from '../../../src/kernel/database/queryable';
import { systemPrincipal } from '../../../src/kernel/declaration/principal';
import { newId } from '../../../src/kernel/ids';
import { newAuditId, writeTraces } from '../../../src/kernel/trace/audit-store';
import { sendNewProducts } from '../../../src/store/projection-store';
import { barcodesOfProduct, firstMovements, generatedProducts } from '../generated';
import { answerQuestions } from '../program';

export interface ImportOrder {
  readonly databaseUrl: string;
  readonly storeId: string;
  readonly products: number;
}

export interface ImportTime {
  readonly seconds: number;
}

/** As the provider's page and the product's import: what a crash may cost. */
const PAGE = 100;

/**
 * The baseline of the import: the product's own set-based statements on one connection, a page a transaction, fed with rows
 * that are ready in memory. No marketplace, no workflow, no matching, no checks, no handles to look up, no progress.
 */
async function run({ databaseUrl, storeId, products }: ImportOrder): Promise<ImportTime> {
  const rows = [...generatedProducts(products)];
  const client = new Client({ connectionString: databaseUrl, pipeline: true } as never);
  await client.connect();
  const principal = systemPrincipal(storeId, newId('cjb'));
  const since = performance.now();
  for (let from = 0; from < rows.length; from += PAGE) {
    const page = rows.slice(from, from + PAGE);
    const now = new Date();
    const { tx, end } = begin(client);
    void claimBarcodes(tx, storeId, page.flatMap(barcodesOfProduct));
    insertProducts(tx, storeId, page, now);
    sendMovements(tx, storeId, page.flatMap(firstMovements), now);
    insertListings(tx, storeId, page, now);
    const traces = page.map((product) => ({
      auditId: newAuditId(),
      key: newId('key'),
      fingerprint: 'bare',
      status: 200,
      body: { id: product.id, handle: product.handle, rev: 1 },
      code: null,
      entityIds: [product.id],
      payload: payloadOf(product),
      changes: [
        { entity: 'product', id: product.id, before: null, after: { ...productSnapshot(asRow(product, now)) } },
      ],
    }));
    const [first] = traces as [(typeof traces)[number]];
    sendNewProducts(
      tx,
      storeId,
      first.auditId,
      page.map(({ id }) => id),
    );
    const shared = { principal, command: 'catalog.product.create', requestId: null, cause: null };
    void writeTraces(tx, shared, traces, { due: true, defer: false }, now);
    await end();
  }
  const seconds = (performance.now() - since) / 1000;
  await client.end();
  return { seconds };
}

function begin(client: Client): { tx: Transaction; end(): Promise<void> } {
  const sent: Promise<unknown>[] = [client.query('BEGIN')];
  const run = (text: string, values: readonly unknown[] = []) => {
    const answered = client.query({ name: nameOf(text), text, values: values as unknown[] });
    sent.push(answered);
    return answered;
  };
  const tx: Transaction = {
    send: (text, values) => void run(text, values),
    query: async (text, values) => (await run(text, values)).rows as never,
    trial: false,
    onceKept: () => {},
    savepoint: () => Promise.reject(new Error('the bare import takes nothing back')),
  };
  return {
    tx,
    async end() {
      sent.push(client.query('COMMIT'));
      await Promise.all(sent);
    },
  };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

const payloadOf = ({
  title,
  description,
  brand,
  price,
  compareAt,
  vatRate,
  stock,
  barcode,
  sku,
  variants,
}: NewProduct) => ({
  title,
  description,
  brand,
  price,
  compareAt,
  vatRate,
  stock,
  barcode,
  sku,
  variants,
});

function asRow(product: NewProduct, now: Date): ProductRow {
  const at = now.toISOString();
  return {
    ...product,
    variants: [...product.variants],
    digital: { kind: 'none', url: null, instructions: null, codes: null },
    media: [],
    rev: 1,
    createdAt: at,
    updatedAt: at,
  };
}

interface Item extends Pick<NewProduct, 'barcode' | 'price' | 'stock'> {
  readonly productId: string;
  readonly variantId: string | null;
}

function insertListings(tx: Transaction, storeId: string, products: readonly NewProduct[], now: Date): void {
  const items = products.flatMap(({ id, barcode, price, stock, variants }): Item[] =>
    variants.length === 0
      ? [{ productId: id, variantId: null, barcode, price, stock }]
      : variants.map((variant) => ({
          ...variant,
          productId: id,
          variantId: variant.id,
          price: variant.price ?? price,
        })),
  );
  const listings = items.map(({ productId, variantId, barcode, price, stock }) => ({
    id: newId('lst'),
    productId,
    variantId,
    mirror: { variantId: barcode, price, listPrice: null, stock, status: 'on_sale', url: null },
  }));
  tx.send(
    `INSERT INTO channel_listing (store_id, id, extension, product_id, variant_id, enabled, remote_product_id, mirror, mirrored_at, created_at, updated_at)
     SELECT $1, id, 'trendyol', "productId", "variantId", true, "productId", mirror, $3, $3, $3
     FROM json_to_recordset($2::json) AS row(id text, "productId" text, "variantId" text, mirror jsonb)`,
    [storeId, JSON.stringify(listings), now],
  );
}

answerQuestions(run);
process.send?.({ ready: true });
