// tier: all
import { eventually } from '../../world/eventually';
import { EXT, type Listed, type ListingsThere, listingsThere } from '../listings-there';

jest.setTimeout(180_000);

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

let shop: ListingsThere;
let listed: Listed[];
beforeEach(async () => {
  shop = await listingsThere();
  await shop.control('PUT', '/listings', { batchMs: 20 });
  listed = [];
  for (let at = 0; at < 3; at++) listed.push(await shop.list(undefined, { stock: 40 + at }));
  await shown([40, 41, 42]);
});
afterEach(() => shop?.close());

const stocks = () => listed.map(({ barcode }) => shop.shown(barcode).stock.quantity as number);
const shown = (wanted: readonly number[]) =>
  eventually(async () => JSON.stringify(stocks()) === JSON.stringify(wanted), 60_000, 50);
const disable = (disconnect: 'zero' | 'freeze'): Promise<Any> =>
  shop.world.run('extension.disable', { extension: EXT, disconnect }, { as: shop.world.owner });
const isEnabled = async () =>
  (await shop.world.read('extensions.list')).items.find(({ key }: Any) => key === EXT).installed.enabled;
const job = async (id: string): Promise<Any> => (await shop.call('GET', `/jobs/${id}`)).body;
const foremost = async (id: string): Promise<string> => {
  const { waitingBehind } = await job(id);
  return waitingBehind === null ? id : foremost(waitingBehind);
};
const ended = async (id: string): Promise<Any> => {
  await eventually(async () => (await job(id)).finishedAt !== null, 120_000, 50);
  return job(id);
};
const disconnects = () => shop.site.rows(`SELECT id FROM audit_row WHERE command = 'channel.disconnect'`);

describe('channel.disconnect', () => {
  test('tells it 0 of every listing, reads that back and disables it; enabled again, it has the stock of the store', async () => {
    const { body } = await disable('zero');
    expect(body.result).toMatchObject({ enabled: true, jobsStopped: 0 });
    const done = await ended(body.result.jobId);
    expect(done).toMatchObject({ state: 'succeeded', kind: 'offers.push', pushMode: 'zero', error: null });
    expect([stocks(), await isEnabled(), (await disconnects()).length]).toEqual([[0, 0, 0], false, 1]);
    await shop.world.done('extension.enable', { extension: EXT }, { as: shop.world.owner });
    await shop.world.done('catalog.stock.set', { targetId: listed[0]?.productId, stock: 7 });
    await eventually(async () => stocks()[0] === 7, 60_000, 50);
  });

  test('fails with the list of what still shows stock, stays enabled, and may be asked for again', async () => {
    const [refused, ignored] = listed as [Listed, Listed];
    const refuse = { [refused.barcode]: 'Ürün kilitli, stok güncellenemez.' };
    await shop.control('PUT', '/listings', { refuse, ignored: [ignored.barcode] });
    const first = await disable('zero');
    const failed = await ended(first.body.result.jobId);
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'zero_incomplete' } });
    const left = failed.errors.filter(({ code }: Any) => code === 'stock_left');
    expect(left.map(({ remoteId }: Any) => remoteId).toSorted()).toEqual(
      [refused.listingId, ignored.listingId].toSorted(),
    );
    expect(left.map(({ message }: Any) => message)).toContainEqual(expect.stringContaining('Ürün kilitli'));
    expect([await isEnabled(), await disconnects()]).toEqual([true, []]);
    // It goes on selling: what was told 0 has the stock of the store again.
    await shop.world.done('catalog.stock.set', { targetId: listed[2]?.productId, stock: 9 });
    await eventually(async () => stocks()[2] === 9, 60_000, 50);

    await shop.control('PUT', '/listings', { refuse: {}, ignored: [] });
    await shop.site.rows(
      'UPDATE channel_offer SET refused_at = NULL, refused_wish = NULL WHERE refused_at IS NOT NULL',
    );
    await shop.site.rows(`UPDATE channel_sending SET asked_at = asked_at - interval '1 hour'`);
    const again = await disable('zero');
    expect(await ended(again.body.result.jobId)).toMatchObject({ state: 'succeeded' });
    expect([stocks(), await isEnabled()]).toEqual([[0, 0, 0], false]);
  });

  test('tells 0 of an item that the store calls by another barcode now, and keeps it in step until then', async () => {
    const [renamed, swapped] = listed as [Listed, Listed];
    const { world } = shop;
    for (const { productId } of [renamed, swapped])
      await world.done('catalog.product.update', { productId, barcode: `NEW-${productId.slice(-8)}` });
    await world.done('catalog.stock.set', { targetId: renamed.productId, stock: 33 });
    await shown([33, 41, 42]);
    const { body } = await disable('zero');
    expect(await ended(body.result.jobId)).toMatchObject({ state: 'succeeded' });
    expect([stocks(), await isEnabled()]).toEqual([[0, 0, 0], false]);
  });

  test('asked for by a proposal, is applied once the job has ended', async () => {
    const { world } = shop;
    const owner = { as: world.owner };
    const token = await world.done('token.mint', { kind: 'agent', scopes: ['store:admin', 'proposals:write'] }, owner);
    const as = {
      ...world.agent,
      id: token.id,
      scopes: new Set(token.scopes as never[]),
      workspaceId: token.workspaceId,
    };
    await shop.control('PUT', '/listings', { batchMs: 60_000 });
    const asked: Any = await world.run('extension.disable', { extension: EXT, disconnect: 'zero' }, { as });
    const { proposalId } = asked.body;
    await world.done('proposal.submit', { proposalId }, { as });
    const proposal = (): Promise<Any> => world.read('proposals.get', { ...owner, params: { prp: proposalId } });
    await world.done('proposal.approve', { proposalId, hash: (await proposal()).hash }, owner);
    await eventually(async () => (await proposal()).list[0].state === 'started', 60_000, 50);
    const { jobId } = (await proposal()).list[0].work;
    expect([(await job(jobId)).finishedAt, await isEnabled()]).toEqual([null, true]);
    expect((await proposal()).list[0]).toMatchObject({ state: 'started', work: { state: 'open' } });
    await world.done('extension.disable', { extension: EXT, disconnect: 'freeze' }, owner);
    await eventually(async () => (await proposal()).list[0].work?.state === 'failed', 60_000, 50);
  });

  test('lets no other push begin meanwhile, is asked for once, and gives way to whoever keeps the stock', async () => {
    await shop.control('PUT', '/listings', { batchMs: 60_000 });
    const { jobId } = (await disable('zero')).body.result;
    await eventually(async () => (await job(jobId)).state === 'running', 60_000, 50);
    const second = await disable('zero');
    expect([second.status, second.body.code]).toEqual([409, 'invalid_state']);
    await shop.world.done('catalog.stock.set', { targetId: listed[0]?.productId, stock: 99 });
    const { body: push } = await shop.call('POST', '/sync', { task: 'stock' });
    expect(push.id).toMatch(/^cjb_/);
    // The product asks for a push of its own as well, and the one may wait behind the other.
    await eventually(async () => (await foremost(push.id)) === jobId, 60_000, 50);
    expect(await job(push.id)).toMatchObject({ state: 'queued' });
    const kept = await disable('freeze');
    expect(kept.body.result).toMatchObject({ enabled: false, jobId: null });
    expect(await job(jobId)).toMatchObject({ state: 'cancelled', error: { code: 'extension_not_enabled' } });
    expect(await job(push.id)).toMatchObject({ state: 'cancelled' });
    expect(await disconnects()).toEqual([]);
  });

  test('raced with pushes and changes of stock, leaves nothing on sale', async () => {
    const change = (at: number) =>
      shop.world.done('catalog.stock.set', { targetId: listed[at % 3]?.productId, stock: 50 + at });
    const racing = Array.from({ length: 6 }, async (_, at) => {
      await change(at);
      await shop.call('POST', '/sync', { task: 'stock' });
    });
    const { body } = await disable('zero');
    await Promise.all([...racing, change(7)]);
    expect(await ended(body.result.jobId)).toMatchObject({ state: 'succeeded' });
    expect([stocks(), await isEnabled()]).toEqual([[0, 0, 0], false]);
    for (const { barcode } of listed)
      expect(shop.simulator.catalog.shelf.history(barcode).at(-1)).toMatchObject({ quantity: 0 });
  });
});
