/** What a stranger writes with a client that was generated from `/openapi.json`. It is compiled and run by `generated.test.ts`. */
import { Api, type CatalogProductCreateAnswer, type Problem, type Product, type ProductRow } from './api';

const { API_URL: baseUrl = '', TOKEN = '', KEY = '' } = process.env;
const { v1: api } = new Api<string>({
  baseUrl,
  securityWorker: (token) => ({ headers: { Authorization: `Bearer ${token}` } }),
});
const client = new Api<string>({
  baseUrl,
  baseApiParams: { secure: true },
  securityWorker: (token) => (token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
});
client.setSecurityData(TOKEN);

/** Every product, a page at a time. */
async function everyProduct(): Promise<ProductRow[]> {
  const all: ProductRow[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await client.v1.catalogProductsList({ limit: 2, ...(cursor ? { cursor } : {}) });
    all.push(...data.items);
    cursor = data.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** The same key answers the same outcome. */
async function create(storeId: string, title: string): Promise<{ id: string; replayed: boolean }> {
  const { data, headers } = await client.v1.commandsRun({
    command: 'catalog.product.create',
    storeId,
    idempotencyKey: KEY,
    payload: { title, price: 18_990, stock: 40 },
  });
  const { result } = data as CatalogProductCreateAnswer;
  return { id: result.id, replayed: headers.get('Idempotent-Replayed') === 'true' };
}

/** Programs act on the code of a problem. */
async function refusalOf(call: Promise<unknown>): Promise<Pick<Problem, 'code' | 'status' | 'type'>> {
  try {
    await call;
  } catch (answer) {
    const { error } = answer as { readonly error: Problem };
    return { code: error.code, status: error.status, type: error.type };
  }
  throw new Error('it was not refused');
}

async function main(): Promise<void> {
  const { data: me } = await client.v1.tokensWhoami();
  const first = await create(me.storeId, 'Közde Türk Kahvesi');
  const again = await create(me.storeId, 'Közde Türk Kahvesi');
  const product: Product = (await client.v1.catalogProductsGet(first.id)).data;
  const report = {
    first,
    again,
    product: { title: product.title, price: product.price, variants: product.variants.length },
    titles: (await everyProduct()).map(({ title }) => title),
    otherUnderTheKey: await refusalOf(create(me.storeId, 'Filtre Kahve')),
    missing: await refusalOf(client.v1.catalogProductsGet('prd_01ARZ3NDEKTSV4RRFFQ69G5FAV')),
    withoutToken: await refusalOf(api.tokensWhoami()),
  };
  process.stdout.write(JSON.stringify(report));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : JSON.stringify(error)}\n`);
  process.exitCode = 1;
});
