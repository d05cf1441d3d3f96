import type { Door } from '../../src/catalog/spreadsheet/door';
import { type Outcome, outcomes, TableImport } from '../../src/catalog/spreadsheet/import';
import type { Agents } from '../proposal/agents';

/** A refusal as the door throws it. */
class RefusedCall extends Error {
  // biome-ignore lint/suspicious/noExplicitAny: problems are read by their codes
  constructor(readonly problem: any) {
    super(JSON.stringify(problem));
  }
}

/** Imports a table as the panel does, and keeps account of it. @param written time of the table, in ms since 1970 */
export async function importTable(shop: Agents, text: string, written = Date.now() + 1) {
  const door = await doorOf(shop);
  const bytes = Buffer.from(text);
  const table = await TableImport.open(
    door,
    {
      source: {
        name: 'urunler.csv',
        head: async (count) => bytes.subarray(0, count),
        async *pieces() {
          yield bytes;
        },
      },
      stated: {},
      writtenMs: written,
      storeId: shop.world.storeId,
      ignoresUnknown: true,
      onlyExisting: false,
    },
    { onNote: () => {}, onRead: () => {} },
  );
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  const auditIds: string[] = [];
  const failure = await table.run(
    { dryRun: false, checksMax: 0, concurrency: 4 },
    {
      onRefused: (lines) => {
        counts.refused += lines.length;
      },
      onDone: (outcome, lines) => {
        counts[outcome] += lines;
      },
      onChange: (auditId) => auditIds.push(auditId),
    },
  );
  if (failure) throw failure.error;
  const { id } = await shop.world.read('bulk.import.start', { body: { name: 'urunler.csv' } });
  if (auditIds.length > 0) await extendImport(shop, id, auditIds);
  return { id, counts, auditIds };
}

const extendImport = (shop: Agents, imp: string, auditIds: readonly string[]) =>
  shop.world.read('bulk.import.extend', { params: { imp }, body: { auditIds: [...new Set(auditIds)] } });

/** The way of an import into the shop of a test, without a server between them. */
async function doorOf({ world }: Agents): Promise<Door> {
  const routes = world.platform.services.capabilities.routes as unknown as Door['declared']['routes'];
  const { items: commands } = await world.read('commands.list', {});
  const reads = {
    '/v1/catalog/products': 'catalog.products.list',
    '/v1/catalog/categories': 'catalog.categories.list',
    '/v1/metafields/definitions': 'metafields.definitions.list',
  } as const;
  return {
    declared: { routes, commands },
    async send({ method, path, query = {}, body, expects = [] }) {
      if (method === 'POST') {
        const { command, payload, idempotencyKey } = body as {
          readonly command: string;
          readonly payload: unknown;
          readonly idempotencyKey: string;
        };
        const reply = await world.run(command, payload, { key: idempotencyKey, as: world.owner });
        if (reply.status >= 400) throw new RefusedCall(reply.body);
        return { status: reply.status, body: reply.body, isReplayed: reply.replayed === true };
      }
      const listed = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
      const id = reads[path as keyof typeof reads];
      const answer = id
        ? await world.read(id, { query: listed })
        : await world.read('catalog.products.get', { params: { prd: path.split('/').at(-1) as string } });
      if (answer.status >= 400 && expects.includes(answer.status))
        return { status: answer.status, body: answer, isReplayed: false };
      return { status: 200, body: answer, isReplayed: false };
    },
    refusalOf: (error) => (error instanceof RefusedCall ? { ...error.problem, isReplayed: false } : undefined),
    bringPicture: () => Promise.reject(new Error('no picture')),
  };
}
