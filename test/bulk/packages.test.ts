import type { RunningWorker } from '../../src/worker';
import { openPackages } from '../channel/packages';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';

jest.setTimeout(120_000);

let packages: Awaited<ReturnType<typeof openPackages>>;
let worker: RunningWorker;
beforeAll(async () => {
  packages = await openPackages();
  worker = await startTestWorker(packages.site.world);
});
afterAll(async () => {
  await worker?.stop();
  await packages?.close();
});

/** Asks for an act, and approves all of it. @returns the proposal when it stands still */
async function applied(act: string, body: Readonly<Record<string, unknown>>) {
  const { world } = packages.site;
  const { proposalId } = await world.read(act, { body });
  const read = () => world.read('proposals.get', { as: world.owner, params: { prp: proposalId } });
  const until = (...states: readonly string[]) => eventually(async () => states.includes((await read()).state), 60_000);
  await until('submitted');
  await world.done('proposal.approve', { proposalId, hash: (await read()).hash }, { as: world.owner });
  await until('applied', 'paused');
  return read();
}
const standing = (ids: readonly string[]) =>
  packages.site.rows(
    'SELECT state, invoice_number AS invoice FROM order_package WHERE package_id = ANY ($1) ORDER BY package_id',
    [ids],
  );

describe('bulk.packages.prepare', () => {
  test('tells the marketplace of each package once, and leaves out one that is past it', async () => {
    const placed = [await packages.place(), await packages.place()];
    const late = await packages.place('Shipped');
    const ids = [...placed, late].map(({ packageId }) => packageId);
    const { state, items } = await applied('bulk.packages.prepare', { ids, channel: 'trendyol' });
    expect({ state, items }).toMatchObject({ state: 'applied', items: { applied: 2, skipped: 1 } });
    expect(await standing(placed.map(({ packageId }) => packageId))).toMatchObject([
      { state: 'preparing' },
      { state: 'preparing' },
    ]);
  });
});

describe('bulk.packages.invoice', () => {
  test('tells the marketplace the number of each package, and asks for all of them', async () => {
    const ids = [await packages.place('Picking'), await packages.place('Picking')].map(({ packageId }) => packageId);
    const numbers = ids.map((packageId, nth) => ({ packageId, invoiceNumber: `TZG202600000010${nth}` }));
    const { world } = packages.site;
    const lacking = { ids, channel: 'trendyol', invoiceNumbers: numbers.slice(1) };
    expect(await world.read('bulk.packages.invoice', { body: lacking })).toMatchObject({ code: 'invalid_request' });
    const { items } = await applied('bulk.packages.invoice', { ids, channel: 'trendyol', invoiceNumbers: numbers });
    expect(items).toMatchObject({ applied: 2, skipped: 0 });
    expect(await standing(ids)).toMatchObject(numbers.map(({ invoiceNumber }) => ({ invoice: invoiceNumber })));
  });
});
