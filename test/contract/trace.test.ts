import type { Preview } from '../../src/kernel/trace/recorder';
import { exampleImage } from '../../src/media/image/example';
import { registry } from '../../src/registry';
import { envelope, type MintedToken, openSite, type Site } from '../surfaces/site';
import type { World } from '../world/world';
import { leftOver, stateOf } from './traces';

/** Changes beyond the examples, see success.test.ts. That an audit row names each of them is asked when the world closes. */
describe('what was changed is taken back', () => {
  let site: Site;
  let world: World;
  beforeAll(async () => {
    site = await openSite();
    ({ world } = site);
  });
  afterAll(() => site.close());

  /** Runs a command, and takes it back in a transaction that is rolled back: everything must be as it was. */
  async function done(command: string, payload: unknown) {
    const shown = (await world.run(command, payload, { as: world.owner, dryRun: true })).body as { preview: Preview };
    const before = await state();
    const result = await world.done(command, payload, { as: world.owner });
    const [row] = (await world.read('audit.list', { as: world.owner, query: { limit: 1 } })).items;
    const { inverse, changes } = row;
    expect([command, shown.preview.irreversible]).toEqual([command, inverse === null && changes.length > 0]);
    if (inverse) expect([command, leftOver(before, await state(inverse))]).toEqual([command, []]);
    return result;
  }

  /** As it is, or as it would be after a command. */
  const state = (after?: { command: string; payload: unknown }) =>
    world.bus.inTransaction(world.storeId, async (tx) => {
      const mutation = after && registry.command(after.command);
      const call = { principal: world.owner, payload: after?.payload };
      if (mutation) await world.bus.rehearse(tx, { ...call, mutation }, new Date());
      return { keep: false, value: await stateOf(tx) };
    });
  const product = (payload: object = {}) => done('catalog.product.create', { title: 'Çay', price: 100, ...payload });

  /** An agent with an open proposal of one item. */
  async function proposing(): Promise<MintedToken & { proposalId: string }> {
    const { id: targetId } = await product({ stock: 1 });
    const agent = await site.mint('agent');
    const { status, body } = await site.call('POST', '/v1/commands', {
      token: agent.token,
      body: envelope(world.storeId, 'catalog.stock.set', { targetId, stock: 2 }),
    });
    expect(status).toBe(202);
    return { ...agent, proposalId: body.proposalId };
  }

  const submit = (token: string, proposalId: string) =>
    site.call('POST', '/v1/commands', { token, body: envelope(world.storeId, 'proposal.submit', { proposalId }) });

  test('of the catalog', async () => {
    const category = await done('catalog.category.create', { name: 'İçecek' });
    await done('catalog.category.update', { categoryId: category.id, name: 'Sıcak içecek' });
    const { id } = await product({ categoryId: category.id, barcode: '8690000000001', variants: [{ title: 'S' }] });
    const sized = await product({ variants: [{ title: 'S', stock: 3 }] });
    const [{ id: variantId }] = sized.variants;
    await done('catalog.price.set', { targetId: variantId, price: 90 });
    await done('catalog.stock.set', { targetId: variantId, stock: 4 });
    await done('catalog.stock.adjust', { targetId: variantId, delta: -1 });
    const plain = await product({ stock: 3, barcode: '8690000000002' });
    await done('catalog.product.update', { productId: id, title: 'Kahve', barcode: null });
    await done('catalog.product.setVariants', { productId: sized.id, variants: [{ id: variantId, title: 'XS' }] });
    await done('catalog.product.setVariants', { productId: id, variants: [{ title: 'M', barcode: '8690000000003' }] });
    await done('catalog.price.set', { targetId: plain.id, price: 90 });
    await done('catalog.stock.set', { targetId: plain.id, stock: 4 });
    await done('catalog.stock.adjust', { targetId: plain.id, delta: -1 });
    const { id: collectionId } = await done('catalog.collection.create', { title: 'Sofra' });
    await done('catalog.collection.setProducts', { collectionId, productIds: [id, plain.id] });
    await done('catalog.collection.setProducts', { collectionId, productIds: [id] });
    await done('catalog.collection.update', { collectionId, title: 'Masa' });
    const pooled = await product({ requiresShipping: false });
    await done('catalog.product.setDigital', { productId: pooled.id, digital: { kind: 'code_pool' } });
    await done('catalog.digital.codes.add', { productId: pooled.id, codes: ['A-1', 'A-2'] });
    await done('catalog.digital.codes.void', { productId: pooled.id, count: 1 });
    await done('catalog.collection.archive', { collectionId });
    await done('catalog.product.archive', { productId: id });
    await done('catalog.category.archive', { categoryId: category.id });
  });

  test('of custom fields', async () => {
    const field = { target: 'product', key: 'care', type: 'text', label: 'Bakım' };
    const { id: definitionId } = await done('metafield.definition.create', field);
    await done('metafield.definition.update', { definitionId, label: 'Yıkama', validations: { maxLength: 9 } });
    const { id: ownerId } = await done('catalog.product.create', { title: 'Gömlek', price: 100 });
    await done('metafield.set', { ownerId, key: 'care', value: 'Elde' });
    await done('metafield.unset', { ownerId, key: 'care' });
    await done('metafield.definition.delete', { definitionId });
  });

  test('of media', async () => {
    const session = await site.login();
    const { body: upload } = await site.call('POST', '/v1/media/upload', { session, body: exampleImage() });
    const media = await done('catalog.media.commit', { uploadId: upload.id });
    await done('catalog.media.delete', { mediaId: media.id });
  });

  test('of extensions, their secrets, listings and jobs', async () => {
    const extension = 'trendyol';
    await done('extension.install', { extension });
    for (const key of ['apiKey', 'apiSecret']) await done('secret.set', { extension, key, value: 'x' });
    await done('secret.set', { extension, key: 'apiKey', value: 'y' });
    await done('extension.configure', { extension, config: { sellerId: '1' } });
    await done('extension.configure', { extension, config: { sellerId: '2' } });
    await done('extension.enable', { extension });
    const { id: productId } = await product();
    await done('channel.listing.set', { extension, items: [{ productId, buffer: 1 }] });
    await done('channel.listing.set', { extension, items: [{ productId, priceOverride: 90 }] });
    const sized = await product({ variants: [{ title: 'S' }] });
    await done('channel.listing.set', {
      extension,
      items: [{ productId: sized.id, variantId: sized.variants[0].id }],
    });
    await done('store.syncKv', {});
    const job = await world.read('channel.catalog.pull', { params: { ext: extension }, body: { mode: 'preview' } });
    await world.read('channel.jobs.cancel', { params: { ext: extension, cjb: job.id } });
    await done('secret.delete', { extension, key: 'apiKey' });
  });

  test('of proposals', async () => {
    const [withdrawn, rejected] = [await proposing(), await proposing()];
    for (const { token, proposalId } of [withdrawn, rejected]) await submit(token, proposalId);
    await site.call('POST', '/v1/commands', {
      token: withdrawn.token,
      body: envelope(world.storeId, 'proposal.withdraw', { proposalId: withdrawn.proposalId }),
    });
    await done('proposal.reject', { proposalId: rejected.proposalId, reason: 'Olmaz' });
  });

  test('of tokens and workspaces, with all that goes with them', async () => {
    const revoked = await proposing();
    await done('token.revoke', { tokenId: revoked.id });
    const archived = await proposing();
    const [{ workspace_id: workspaceId } = {}] = await site.rows<{ workspace_id?: string }>(
      'SELECT workspace_id FROM access_token WHERE id = $1',
      [archived.id],
    );
    await done('workspace.archive', { workspaceId });
    await done('workspace.create', { name: 'Fiyat ajanı' });
    await done('token.mint', { kind: 'agent' });
  });
});
