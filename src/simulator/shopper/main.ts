import { readFileSync } from 'node:fs';
import path from 'node:path';
import { walkThrough } from './browser';
import { type Said, Shopper } from './shopper';

/** Orders of a day. */
const ORDERS = 24;

const names = ['Ayşe Yılmaz', 'Mehmet Öztürk', 'Zeynep Işık', 'Can Demir', 'Elif Şahin', 'Burak Çelik'];
const places = [
  ['İstanbul', 'Kadıköy'],
  ['Ankara', 'Çankaya'],
  ['İzmir', 'Bornova'],
  ['Bursa', 'Nilüfer'],
] as const;

const any = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;

interface Product {
  readonly id: string;
  readonly variants: readonly { readonly id: string }[];
}

/** Places a day's orders in the demo store of what `npm start` runs. */
async function main(): Promise<void> {
  const file = path.join(process.env.TEZGAH_DATA || '.data', 'run.json');
  const run = JSON.parse(readFileSync(file, 'utf8'));
  if (!run.storeId) throw new Error('there is no demo store: npm start without TEZGAH_DEMO=0 makes one');
  const answer = await fetch(`${run.api}/v1/catalog/products?limit=20&status=active`, {
    headers: { Authorization: `Bearer ${run.tokens.developer}` },
  });
  const { items } = (await answer.json()) as { items: readonly Product[] };
  for (let nth = 1; nth <= ORDERS; nth += 1)
    process.stdout.write(
      `${String(nth).padStart(2)}  ${await shop({ ...run.checkout, storeId: run.storeId }, items)}\n`,
    );
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
