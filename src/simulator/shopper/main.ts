import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ulid } from 'ulid';
import { walkThrough } from './browser';
import { buyInPages } from './pages';
import { type Said, Shopper } from './shopper';

/** Orders of a day: those of a storefront's own servers, and those in the pages of the shop. */
const ORDERS = 24;
const ORDERS_IN_PAGES = 6;

const names = ['Ayşe Yılmaz', 'Mehmet Öztürk', 'Zeynep Işık', 'Can Demir', 'Elif Şahin', 'Burak Çelik'];
const places = [
  ['İstanbul', 'Kadıköy'],
  ['Ankara', 'Çankaya'],
  ['İzmir', 'Bornova'],
  ['Bursa', 'Nilüfer'],
] as const;

const any = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;

interface Sold {
  readonly id: string;
  /** null: not counted, always there. */
  readonly stock: number | null;
}

interface Product extends Sold {
  readonly variants: readonly Sold[];
}

interface Demo {
  readonly api: string;
  readonly storeId: string;
  readonly tokens: { readonly developer: string };
  readonly checkout: { readonly url: string; readonly key: string };
  /** The address of the shop; null: no storefront runs. */
  readonly shop: string | null;
}

/** What is at hand of a thing before the doors open: a day's shoppers buy less of it. */
const SHELF = 30;

/** Places a day's orders in the demo store of what `npm start` runs. */
async function main(): Promise<void> {
  const demo = demoOf(path.resolve(process.env.TEZGAH_DATA || '.data'));
  const { items } = await callApi(demo, 'GET', '/v1/catalog/products?limit=20&status=active');
  const products = items as readonly Product[];
  await fillShelves(demo, products);
  for (let nth = 1; nth <= ORDERS; nth += 1)
    process.stdout.write(
      `${String(nth).padStart(2)}  ${await shop({ ...demo.checkout, storeId: demo.storeId }, products)}\n`,
    );
  if (demo.shop === null) return;
  process.stdout.write(`In the pages of ${demo.shop}, without a script:\n`);
  for (let nth = 1; nth <= ORDERS_IN_PAGES; nth += 1) {
    const [name, [il, ilce]] = [any(names), any(places)];
    const method = (['cod', 'transfer', 'card'] as const)[nth % 3] as 'cod';
    const told = await buyInPages(demo.shop, { name, il, ilce, method });
    process.stdout.write(`${String(nth).padStart(2)}  ${told}\n`);
  }
}

function demoOf(dataFolder: string): Demo {
  const file = path.join(dataFolder, 'run.json');
  if (!existsSync(file)) throw new Error(`Nothing runs on ${dataFolder}: npm start first, with the same TEZGAH_DATA.`);
  const { api, storeId, tokens, checkout, shop } = JSON.parse(readFileSync(file, 'utf8'));
  if (!storeId || !tokens) throw new Error('There is no demo store: npm start without TEZGAH_DEMO=0 makes one.');
  return { api, storeId, tokens, checkout, shop };
}

/** As a shop does over night; a store that has been shopped in for days has little left. */
async function fillShelves(demo: Demo, products: readonly Product[]): Promise<void> {
  const sold = products.flatMap(({ id, stock, variants }) => (variants.length > 0 ? variants : [{ id, stock }]));
  for (const { id, stock } of sold)
    if (stock !== null && stock < SHELF)
      await callApi(demo, 'POST', '/v1/commands', {
        storeId: demo.storeId,
        idempotencyKey: ulid(),
        command: 'catalog.stock.set',
        payload: { targetId: id, stock: SHELF, expectedStock: stock, reason: 'Sabah dolumu' },
      });
}

async function callApi({ api, tokens }: Demo, method: 'GET' | 'POST', at: string, body?: object) {
  const response = await fetch(`${api}${at}`, {
    method,
    headers: { Authorization: `Bearer ${tokens.developer}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what is answered
  const answer = (await response.json()) as any;
  if (!response.ok) throw new Error(`${method} ${at} was refused: ${answer.detail ?? answer.title}`);
  return answer;
}

async function shop(at: ConstructorParameters<typeof Shopper>[0], products: readonly Product[]): Promise<string> {
  const shopper = new Shopper(at);
  const wanted = Array.from({ length: any([1, 1, 2, 3]) }, () => {
    const { id, variants } = any(products);
    return { productId: id, variantId: variants.length > 0 ? any(variants).id : null, quantity: any([1, 1, 2]) };
  });
  const opened = await shopper.open(wanted);
  if (opened.status !== 201) return String(opened.body.message);
  const [name, [province, district]] = [any(names), any(places)];
  const phone = `+90532${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  const filled = await shopper.fill({
    buyer: { name, email: `alici${Math.floor(Math.random() * 50)}@alici.example`, phone },
    shippingAddress: { name, phone, address: 'Çınar Sok. No: 5', district, province, postalCode: null },
    method: any(['card', 'card', 'cod', 'transfer']),
  });
  const total = filled.body.total ?? 0;
  const placed = filled.body.method === 'card' ? await paid(shopper, total) : await shopper.place(total);
  return placed.status === 200
    ? `${placed.body.number}  ${name}, ${province}  ${(placed.body.total / 100).toFixed(2)} TL  ${placed.body.payment}`
    : `${name} gave up: ${placed.body.message}`;
}

const RETURN_URL = 'http://127.0.0.1:9/geri';

/** Pays on the page that the shop shows, and comes back. @returns what placing the order would have */
async function paid(shopper: Shopper, total: number): Promise<Said> {
  const begun = await shopper.pay(total, RETURN_URL);
  if (begun.status !== 201) return begun;
  const { payment, page } = begun.body;
  const brought = await walkThrough(page, RETURN_URL);
  const { body } = await shopper.comeBack(payment.id, brought ?? '');
  return body.order
    ? { status: 200, body: body.order }
    : { status: 409, body: { message: body.message ?? `payment ${body.payment?.state}` } };
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
