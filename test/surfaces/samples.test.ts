import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { exampleId } from '../../src/kernel/declaration/example';

import { newUlid } from '../../src/kernel/ids';
import { registry } from '../../src/registry';
import { codeSamples } from '../../src/surfaces/openapi/samples';
import { keepPayment } from '../order/card';
import { completeSession } from '../order/session';
import { newReference } from '../provider/payments';
import { openSite, type Site } from './site';

const run = promisify(execFile);
const PAID = 20_000;
const hasPython = spawnSync('python3', ['--version']).status === 0;

const programs: Readonly<Record<string, readonly [string, ...string[]]>> = {
  curl: ['bash', '-c'],
  JavaScript: [process.execPath, '--input-type=module', '-e'],
  ...(hasPython ? { Python: ['python3', '-c'] } : {}),
};

describe('the code that OpenAPI shows beside a call', () => {
  let site: Site;
  let token: string;
  beforeAll(async () => {
    site = await openSite();
    ({ token } = await site.mint('developer', ['catalog:read', 'orders:write']));
    for (const title of ["Şef'in Kahvesi", 'Kahve Değirmeni'])
      await site.world.done('catalog.product.create', { title, price: 9_990, stock: 3 });
  });
  afterAll(() => site.close());

  const samplesOf = (id: string) =>
    codeSamples(registry.routes.find((route) => route.id === id) as never) as { label: string; source: string }[];

  test.each(Object.entries(programs))('runs as it stands: %s', async (label, [program, ...words]) => {
    const saidBy = async (id: string): Promise<string> => {
      const { source } = samplesOf(id).find((sample) => sample.label === label) as { source: string };
      const env = { PATH: process.env.PATH, API: site.url, TOKEN: token };
      return (await run(program, [...words, source], { env })).stdout;
    };
    const listed = await saidBy('catalog.products.list');
    for (const title of ["Şef'in Kahvesi", 'Kahve Değirmeni']) expect(listed).toContain(title);
    expect(await saidBy('validate.command')).toMatch(/valid\W+(true|false)/);
  });

  test.each(Object.entries(programs))(
    'makes a change once, however often it is sent: %s',
    async (label, [program, ...words]) => {
      const orderId = await paidOrder();
      const { source } = samplesOf('orders.refund').find((sample) => sample.label === label) as { source: string };
      const stands = source.replace(exampleId('ord', 'KART'), orderId);
      expect(stands).toContain(orderId);
      const env = { PATH: process.env.PATH, API: site.url, TOKEN: token, KEY: newUlid() };
      const [first, again] = [
        (await run(program, [...words, stands], { env })).stdout,
        (await run(program, [...words, stands], { env })).stdout,
      ];
      expect(again).toBe(first);
      const { refunds } = await site.world.read('orders.get', { params: { ord: orderId } });
      expect(refunds).toMatchObject([{ amount: 5_000, state: 'requested' }]);
    },
  );

  test('says of each change with which key, and of nothing else', () => {
    const keyed = (id: string) => samplesOf(id).filter(({ source }) => source.includes('Idempotency-Key')).length;
    const changes = registry.routes.filter((route) => codeSamples(route).length > 0 && route.writes);
    expect(changes.filter(({ id }) => keyed(id) === 0).map(({ id }) => id)).toEqual(['commands.run']);
    // It is a dry run, which takes none.
    expect(samplesOf('commands.run')[0]?.source).toContain('"dryRun":true');
    expect(registry.routes.filter((route) => !route.writes).filter(({ id }) => keyed(id) > 0)).toEqual([]);
  });

  /** An order that was paid by card. @returns its id */
  async function paidOrder(): Promise<string> {
    const { world } = site;
    const product = await world.done('catalog.product.create', { title: 'Fincan', price: PAID, stock: 1 });
    const sessionId = await completeSession(world, [{ productId: product.id }], { terms: { method: 'card' } });
    const amount = PAID;
    await keepPayment(world, {
      ...{ sessionId, extension: 'iyzico', reference: newReference(), providerId: '1', state: 'captured' },
      ...{ amount, paidAmount: amount, instalments: 1, review: 'passed', test: false },
      capturedAt: new Date().toISOString(),
    });
    return (await world.done('order.create', { sessionId }, { as: world.owner })).id;
  }

  test('is there in three languages for whatever a token may call without a file', () => {
    const without = registry.routes.filter((route) => codeSamples(route).length === 0).map(({ id }) => id);
    expect(without).toEqual(expect.arrayContaining(['media.upload', 'tokens.mint']));
    expect(samplesOf('commands.run').map(({ label }) => label)).toEqual(['curl', 'JavaScript', 'Python']);
    expect(registry.routes.length - without.length).toBeGreaterThan(25);
  });
});
