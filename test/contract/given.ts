import { WorkflowNotFoundError } from '@temporalio/client';
import { openSettings } from '../../src/config';
import { keepSession, seedOrders } from '../../src/demo/orders';
import { bring, seedCatalog, seedCodes, seedHooks, seedPictures, seedProviders } from '../../src/demo/seed';
import type { SeedRun } from '../../src/demo/shelves/seed-run';
import { templateOf } from '../../src/design/template/templates';
import { providers } from '../../src/extension/provider/list';
import { exampleHash, exampleId } from '../../src/kernel/declaration/example';
import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import type { Log } from '../../src/kernel/log';
import { noteProcessed } from '../../src/media/image/moves';
import { shipmentTracking } from '../../src/order/tracking/contract';
import { booked as offered, underWay } from '../../src/provider/geliver/demo';
import { registry } from '../../src/registry';
import { startGeliverSimulator } from '../../src/simulator/geliver/server';
import { startIyzicoSimulator } from '../../src/simulator/iyzico/server';
import { startPaytrSimulator } from '../../src/simulator/paytr/server';
import { barcodeOf } from '../../src/simulator/trendyol/barcode';
import { startTrendyolSimulator } from '../../src/simulator/trendyol/server';
import { prepareUpdates } from '../../src/update/sweep/sweep';
import { placedAt, settle } from '../channel/packages';
import { asInstalledEarlier, TRENDYOL_RIGHTS } from '../extension/earlier';
import { orderOf } from '../order/session';
import { company, soleTrader } from '../store/identity';
import { type MintedToken, openSite, type Site } from '../surfaces/site';
import { endAll } from '../world/open-things';
import { patient } from '../world/patience';
import { prepareTemporal, startTestWorker } from '../world/worker';
import type { World } from '../world/world';

/** The demo store, and what an example names of it: words of the example, and what stands for them here. */
export interface DemoSite {
  readonly site: Site;
  /** An example with the names that this store has for what it is about. */
  here<T>(example: T): T;
  /** Resolves when what a call has started has come to its end. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** What must have come to be in the demo store before an example can succeed: nothing for most of them. */
interface Given {
  /** Commands of the demo that are not run: the example is about them. */
  readonly without?: RegExp;
  /** The marketplace answers. */
  readonly marketplace?: true;
  /** The provider of cargo does. */
  readonly carriers?: true;
  readonly worker?: true;
  /** @returns what the example calls by another name */
  prepare?(site: Site): Promise<Readonly<Record<string, string>>>;
  settled?(site: Site): Promise<void>;
}

/** By capability; what a route needs is what its command needs. */
const given: Readonly<Record<string, Given>> = {
  'design.publish': { prepare: publishedAndDrafted },
  'design.rollback': { prepare: publishedTwice },
  'design.migrate': { prepare: publishedAndDrafted },
  'design.version.get': { prepare: publishedAndDrafted },
  'design.versions.list': { prepare: publishedAndDrafted },
  'updates.list': { prepare: outdated },
  'updates.apply': { prepare: outdated },
  'updates.dismiss': { prepare: outdated },
  'design.draft.put': { prepare: drafted },
  'design.draft.delete': { prepare: drafted },
  'design.draftFromTemplate': { prepare: drafted },
  'theme.switch': { prepare: themed },
  'theme.uninstall': { prepare: themed },
  'theme.preset.apply': { prepare: drafted },
  'theme.page.reset': { prepare: drafted },
  'theme.upgrade': { prepare: drafted },
  'design.zone.place': { prepare: (site) => extended(site) },
  'design.zone.remove': { prepare: extendedDraft },
  'design.extpage.add': { prepare: (site) => extended(site) },
  'design.extpage.remove': { prepare: extendedDraft },
  'extension.install': { without: /^(extension|secret|orders\.cargo|order\.shipment\.record)\b/ },
  'extension.enable': { without: /^(extension\.enable|orders\.cargo\.book|order\.shipment\.record)$/ },
  'extension.uninstall': { without: /^(extension\.enable|orders\.cargo\.book|order\.shipment\.record)$/ },
  'extension.upgrade': { prepare: installedEarlier },
  'channel.connect.test': { marketplace: true },
  'channel.remote.products': { marketplace: true },
  'channel.remote.brands': { marketplace: true },
  // A product that nobody reaches from outside has no webhook, but at a simulator beside it.
  'channel.webhook.register': { marketplace: true },
  'channel.remote.categories': { marketplace: true },
  'channel.remote.attributes': { marketplace: true },
  'channel.remote.attributeValues': { marketplace: true },
  'channel.catalog.push': { marketplace: true, prepare: pushable },
  'channel.package.label': { marketplace: true, prepare: packaged },
  'channel.package.op': { marketplace: true, prepare: packaged },
  'channel.packages.labels': { marketplace: true, prepare: packaged },
  'channel.buybox.get': { marketplace: true, prepare: soldWithOthers },
  'channel.finance.list': { marketplace: true, prepare: settledThere },
  'channel.claims.list': { marketplace: true, prepare: claimed },
  'channel.claims.act': { marketplace: true, prepare: claimed },
  'channel.questions.list': { marketplace: true, prepare: questioned },
  'channel.questions.answer': { marketplace: true, prepare: questioned },
  'channel.listing.archive': { marketplace: true, prepare: listedWithBarcode },
  'channel.listing.delete': { marketplace: true, prepare: listedWithBarcode },
  'channel.unlock': { marketplace: true, prepare: listedWithBarcode },
  'channel.jobs.get': { prepare: queuedJob },
  'channel.jobs.list': { prepare: queuedJob },
  'channel.jobs.cancel': { prepare: queuedJob },
  'channel.listings.get': { prepare: listed },
  'channel.listings.list': { prepare: listed },
  'order.line.epin.fulfill': { prepare: leftShort },
  'orders.cargo.offers': { carriers: true },
  'orders.shipment.label': { carriers: true },
  // Without pictures, as below.
  'orders.shipment.update': {
    without: /^catalog\.(media\.|product\.setMedia)/,
    carriers: true,
    worker: true,
    prepare: followed,
    settled: lookedFor,
  },
  'metafield.definition.delete': { prepare: defined },
  'metafield.definition.update': { prepare: defined },
  'metafield.set': { prepare: washed },
  'metafield.unset': { prepare: filledIn },
  'metafields.definitions.list': { prepare: defined },
  'proposal.submit': { prepare: proposed },
  'proposal.withdraw': { prepare: proposed },
  'proposal.reject': { prepare: submitted },
  'proposal.approve': { prepare: submitted },
  'proposals.get': { prepare: submitted },
  'proposals.list': { prepare: submitted },
  // Without pictures: a worker that draws them writes while it is asked whether anything was written.
  'proposal.item.skip': {
    without: /^catalog\.(media\.|product\.setMedia)/,
    worker: true,
    prepare: paused,
    settled: applied,
  },
  'proposals.resume': {
    without: /^catalog\.(media\.|product\.setMedia)/,
    worker: true,
    prepare: paused,
    settled: applied,
  },
  // The first identity is taken back by nothing.
  'settings.identity.update': { prepare: identified },
  'settings.checkout.update': { prepare: stating('settings.checkout.update') },
  'settings.stock.update': { prepare: stating('settings.stock.update') },
  'settings.channel.update': { prepare: stating('settings.channel.update') },
  'store.identity.get': { prepare: identified },
  'store.checkoutSettings.get': { prepare: stating('settings.checkout.update') },
  'store.stockSettings.get': { prepare: stating('settings.stock.update') },
  'store.syncKv': { prepare: damaged },
  'token.revoke': { prepare: proposed },
  'tokens.list': { prepare: proposed },
  'workspace.archive': { prepare: proposed },
  'workspaces.list': { prepare: proposed },
  'workspaces.preview': { prepare: proposed },
  'workspaces.adopt': { prepare: draftedApart },
  'workspaces.backup': { prepare: proposed },
  'workspaces.exec': { prepare: proposed },
  'workspaces.refresh': {
    without: /^catalog\.(media\.|product\.setMedia)/,
    worker: true,
    prepare: proposed,
    settled: refreshed,
  },
  'workspaces.files.list': { prepare: proposed },
  'workspaces.files.read': { prepare: noted },
  'workspaces.files.write': { prepare: proposed },
  'workspaces.activity.list': { prepare: noted },
};

/** Whether the example speaks of the demo store as it is. */
export const needsNothing = (id: string): boolean => !(id in given);

/** A site whose first store is the demo store, in the state that the example of the capability speaks of. */
export async function openDemoSite(id: string): Promise<DemoSite> {
  const { without, marketplace, carriers, worker, prepare, settled }: Given = given[id] ?? {};
  const opened: (() => Promise<unknown>)[] = [];
  const close = (): Promise<void> => endAll(opened);
  try {
    const environment: Record<string, string> = {};
    if (marketplace) {
      const simulator = await startTrendyolSimulator({ requestsPer10s: 0 });
      opened.push(() => simulator.close());
      environment.TEZGAH_TRENDYOL_URL = simulator.url;
    }
    if (carriers) {
      const simulator = await startGeliverSimulator({ asked: [offered.reference, underWay.reference] });
      opened.push(() => simulator.close());
      environment.TEZGAH_GELIVER_URL = simulator.url;
      environment.TEZGAH_GELIVER_LABELS = new URL(simulator.url).origin;
    }
    // Whatever the demo has started waits in the queue of its own world: who runs it writes the demo itself.
    const site = await openSite(worker ? { environment } : { environment, from: await seededWorld(without) });
    opened.push(() => site.close());
    await prepareTemporal(site.world);
    if (worker) {
      await letParcelGo(site);
      const running = await startTestWorker(site.world);
      opened.push(() => running.stop());
    }
    if (worker) await seed(site, without);
    const names = { [exampleId('str', 'KAHVE')]: site.world.storeId, ...(await prepare?.(site)) };
    // A worker moves a mail when it has written it: who compares rows waits for that.
    const delivered = () => allDelivered(site, worker ? " UNION ALL SELECT FROM mail WHERE state = 'queued'" : '');
    await delivered();
    return {
      site,
      here: (example) => named(example, Object.entries(names)) as typeof example,
      async settled() {
        await settled?.(site);
        await delivered();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Demo stores have the same parcel, and all stores one Temporal: one without a worker holds what is to follow it. */
async function letParcelGo({ world }: Site): Promise<void> {
  const workflowId = shipmentTracking.workflowId(exampleId('shp', 'VARAN'));
  await world.platform.temporal.workflow
    .getHandle(workflowId)
    .terminate()
    .catch((error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
}

/** The demo store with a worker that runs; of whatever it asks a provider, a simulator answers. */
export async function openLivedInShop(log: Log): Promise<Pick<DemoSite, 'site' | 'close'>> {
  const opened: (() => Promise<unknown>)[] = [];
  const close = (): Promise<void> => endAll(opened);
  try {
    const environment: Record<string, string> = {};
    const started = {
      trendyol: await startTrendyolSimulator({ requestsPer10s: 0 }),
      iyzico: await startIyzicoSimulator({ limited: false }),
      paytr: await startPaytrSimulator(),
      geliver: await startGeliverSimulator({ asked: [offered.reference, underWay.reference] }),
    };
    for (const { manifest, simulator } of providers) {
      const running = started[manifest.key as keyof typeof started];
      if (!running || !simulator) continue;
      opened.push(() => running.close());
      Object.assign(environment, simulator.environment(new URL(running.url).origin));
    }
    const site = await openSite({ environment, log });
    opened.push(() => site.close());
    await prepareTemporal(site.world);
    await letParcelGo(site);
    const worker = await startTestWorker(site.world);
    opened.push(() => worker.stop());
    await seed(site);
    return { site, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const allDelivered = (site: Site, andOthers = ''): Promise<void> =>
  until(async () => (await site.rows(`SELECT FROM outbox WHERE done_at IS NULL${andOthers}`)).length === 0);

/** In the demo, some things are of this hour. */
const SEEDED_AGE_MAX_MS = 300_000;

/** By what is left out. */
const seeded = new Map<string, { readonly world: World; readonly since: number }>();

/** To write the demo by its commands takes as long as all that is then asked of it, so those who begin alike begin with copies of one. */
async function seededWorld(without?: RegExp): Promise<World> {
  const known = seeded.get(String(without));
  if (known && Date.now() - known.since < SEEDED_AGE_MAX_MS) return known.world;
  const since = Date.now();
  const site = await openSite({ stays: true });
  const { world } = site;
  try {
    await prepareTemporal(world);
    await seed(site, without);
    await allDelivered(site);
  } finally {
    await site.close();
  }
  // It was just held against what audit tells of it.
  await world.sql('TRUNCATE test_watch.changed');
  seeded.set(String(without), { world, since });
  return world;
}

/** Every text with names in the place of words. Bytes stay as they are. */
function named(value: unknown, names: readonly (readonly [word: string, name: string])[]): unknown {
  if (typeof value === 'string') return names.reduce((text, [word, name]) => text.replaceAll(word, name), value);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((each) => named(each, names));
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, named(each, names)]));
}

async function seed({ world }: Site, without?: RegExp): Promise<void> {
  const principal = systemPrincipal(world.storeId, 'demo');
  const run: SeedRun = async (id, payload, reservedIds = []) => {
    if (without?.test(id)) return { id: '' };
    const mutation = (registry.mutation(id) ?? registry.runtimeCommands.find((each) => each.id === id)) as never;
    const { status, body } = await world.bus.execute({ principal, mutation, payload, key: newUlid(), reservedIds });
    if (status !== 200) throw new Error(`${id}: ${JSON.stringify(body)}`);
    return body as { id: string };
  };
  const { pictured, products } = await seedCatalog(run);
  await seedProviders(run);
  await seedHooks(run);
  await seedCodes(run);
  await seedPictures(run, pictured, (picture, ids) => bring(world.platform, principal, picture, newUlid(), ids));
  if (without?.test('order.create')) return;
  // Whose documents the orders have.
  await run('settings.identity.update', company);
  await seedOrders(run, (session) => keepSession(world.platform, world.storeId, session, { id: session.id, products }));
}

/** Somebody works on the design of the shop. */
function drafted(site: Site) {
  return draftedAs(site, 'bos');
}

async function draftedAs({ world }: Site, template: string, more: object = {}) {
  const body = { ...templateOf(template)?.make(), ...more };
  const { rev } = await world.read('design.draft.get');
  await world.read('design.draft.put', { query: {}, body: { body }, expectedRev: rev, idempotencyKey: newUlid() });
  return {};
}

async function publishedAndDrafted(site: Site) {
  await drafted(site);
  await site.world.done('design.publish', {}, { as: site.world.owner });
  return draftedAs(site, 'katalog');
}

async function publishedTwice(site: Site) {
  await publishedAndDrafted(site);
  await site.world.done('design.publish', {}, { as: site.world.owner });
  return {};
}

/** The same, and extensions offer blocks and pages to it. */
async function extended(site: Site, more: object = {}) {
  for (const extension of ['whatsapp', 'delivery'])
    for (const what of ['install', 'enable'])
      await site.world.done(`extension.${what}`, { extension }, { as: site.world.owner });
  return draftedAs(site, 'bos', more);
}

/** The design of the draft has a block and a page of theirs. */
function extendedDraft(site: Site) {
  const page = { extension: 'delivery', page: 'delivery', config: { preparationDays: 2, returnDays: 14 } };
  const config = { phone: '905321234567', button: 'Sorun' };
  const zones = { 'product.afterBuy': [{ id: 'blk-ask-1', extension: 'whatsapp', block: 'ask', config }] };
  return extended(site, { zones, extPages: { teslimat: page } });
}

/** The live design wears a theme of which there is a newer version. */
async function outdated(site: Site) {
  await publishedAndDrafted(site);
  await prepareUpdates(site.world.platform, site.world.storeId);
  const [waiting] = await site.rows<{ id: string }>('SELECT id FROM store_update');
  return { [exampleId('upd', 'TEMA')]: waiting?.id as string };
}

/** The same, and another theme is there to be worn. */
async function themed(site: Site) {
  await site.world.done('theme.install', { theme: 'pazar' });
  return drafted(site);
}

/** The workspace of the agent has a draft. */
async function draftedApart(site: Site) {
  const names = await proposed(site);
  const input = {
    query: { workspace: names[exampleId('wsp', 'AJAN')] },
    body: { body: templateOf('bos')?.make() },
    expectedRev: 0,
    idempotencyKey: newUlid(),
  };
  await site.world.read('design.draft.put', input as never);
  return names;
}

/** The version before the current one: no command installs it. */
async function installedEarlier({ world }: Site): Promise<Readonly<Record<string, string>>> {
  await asInstalledEarlier(world, { extension: 'trendyol', version: '1.0.0', granted: TRENDYOL_RIGHTS });
  return {};
}

/** The parcel of the demo has been looked for. */
async function followed(site: Site) {
  await until(async () => (await site.rows('SELECT id FROM order_shipment WHERE looked_at IS NOT NULL')).length > 0);
  return {};
}

function lookedFor({ rows }: Site): Promise<void> {
  return until(async () => (await rows('SELECT id FROM order_shipment WHERE looked_at < look_wanted_at')).length === 0);
}

/** A product of the demo has all that the marketplace asks for, its picture among it. */
async function pushable({ world }: Site) {
  const owner = { as: world.owner };
  const productId = exampleId('prd', 'KAHVE');
  const product = { productId, description: '<p>Taze kavrulmuş.</p>', barcode: '8691234500012' };
  await world.done('catalog.product.update', product, owner);
  const mediaId = exampleId('med', 'KAHVE');
  const media = [{ mediaId }];
  await world.done('catalog.product.setMedia', { productId, media }, owner);
  // No worker draws it here.
  await noteProcessed(world.bus, world.storeId, mediaId, () => ({ state: 'ready', width: 640, height: 640 }));
  const remoteAttributes = [{ attributeId: '1158', valueIds: ['101101'] }];
  const asked = { remoteCategoryId: '1011', remoteBrandId: '501', remoteAttributes, origin: 'TR' };
  await world.done('channel.listing.set', { extension: 'trendyol', items: [{ productId, ...asked }] }, owner);
  return {};
}

/** A package of the marketplace is being prepared. */
async function packaged({ world }: Site) {
  const { orderId, packageId } = await placedAt(
    world,
    String(openSettings(world.config).providers.trendyol?.url),
    'Picking',
  );
  return { [exampleId('ord', 'KANAT')]: orderId, '3310012346': packageId };
}

/** A delivered order was settled at the marketplace, and the store has read it. */
async function settledThere({ world }: Site) {
  const address = String(openSettings(world.config).providers.trendyol?.url);
  await placedAt(world, address, 'Delivered');
  await settle(world);
  return {};
}

/** A buyer gives back what was delivered to him, and the store has heard of it. */
async function claimed({ world }: Site) {
  const address = String(openSettings(world.config).providers.trendyol?.url);
  const { packageId } = await placedAt(world, address, 'Delivered');
  const body = JSON.stringify({ packageId: Number(packageId) });
  const opened = await fetch(new URL('/__simulator/claims', address), { method: 'POST', body });
  const { claimId } = (await opened.json()) as { claimId: string };
  await world.read('channel.claims.list', { params: { ext: 'trendyol' } });
  return { 'f9da2317-876b-4b86-b8f7-000000000001': claimId };
}

/** A buyer has asked at the marketplace, and the store has read it. */
async function questioned({ world }: Site) {
  const { url } = openSettings(world.config).providers.trendyol ?? {};
  await fetch(new URL('/__simulator/questions', String(url)), { method: 'POST', body: '{}' });
  await world.read('channel.questions.list', { params: { ext: 'trendyol' } });
  return {};
}

async function queuedJob({ world }: Site) {
  const input = { params: { ext: 'trendyol' }, body: { mode: 'preview' } };
  const { id } = await world.read('channel.catalog.pull', input);
  return { [exampleId('cjb', 'AKTARMA')]: id };
}

/** Three have paid for a course that has two codes, and a third one has come since. */
async function leftShort({ world }: Site) {
  const productId = exampleId('prd', 'BAR');
  const { id: orderId } = await orderOf(world, [{ productId, quantity: 3 }], {
    terms: { method: 'transfer', rate: null },
  });
  await world.done('order.transfer.confirm', { orderId });
  await world.done('catalog.digital.codes.add', { productId, codes: ['BAR-8D4L-5T2W'] });
  const { lines } = await world.read('orders.get', { params: { ord: orderId } });
  return { [exampleId('ord', 'BAR')]: orderId, [exampleId('oln', 'BAR')]: lines[0].id };
}

/** Somebody had a hand in the projection. */
async function damaged({ rows }: Site) {
  await rows(`DELETE FROM storefront_kv WHERE key = 'store'`);
  return {};
}

/** Somebody has said who sells. */
async function identified({ world }: Site) {
  await world.done('settings.identity.update', soleTrader);
  return {};
}

/** Products have a field of their own. */
async function defined({ world }: Site) {
  const field = { target: 'product', key: 'care', type: 'text', label: 'Bakım' };
  const { id } = await world.done('metafield.definition.create', field, { as: world.owner });
  return { [exampleId('mfd', 'ETEK')]: id };
}

/** The field of the examples. */
async function washed({ world }: Site) {
  await world.done('metafield.definition.create', registry.command('metafield.definition.create')?.example, {
    as: world.owner,
  });
  return {};
}

/** And what the examples state in it, otherwise. */
async function filledIn(site: Site) {
  await washed(site);
  const example = registry.command('metafield.set')?.example as object;
  await site.world.done('metafield.set', { ...example, value: 'Kuru temizleme' });
  return {};
}

/** What a store has one of is stated, otherwise than by the example of its command. */
function stating(id: 'settings.channel.update' | 'settings.checkout.update' | 'settings.stock.update') {
  const otherwise = {
    'settings.channel.update': { buffer: 0 },
    'settings.checkout.update': { returnCarrier: null },
    'settings.stock.update': { marketplaceBuffer: 0 },
  }[id];
  return async ({ world }: Site) => {
    await world.done(id, { ...(registry.command(id)?.example as object), ...otherwise });
    return {};
  };
}

async function listed({ world }: Site) {
  const items = [{ productId: exampleId('prd', 'CEZVE') }];
  const { listings } = await world.done('channel.listing.set', { extension: 'trendyol', items });
  return { [exampleId('lst', 'CEZVE')]: listings[0].id };
}

/** A listing of an item that is on sale there. */
async function soldWithOthers(site: Site) {
  await site.world.done('catalog.product.update', { productId: exampleId('prd', 'CEZVE'), barcode: barcodeOf(7, 8) });
  return listed(site);
}

/** A listing that a marketplace may know: by its barcode. */
async function listedWithBarcode(site: Site) {
  await site.world.done('catalog.product.update', { productId: exampleId('prd', 'CEZVE'), barcode: '8690000000425' });
  return listed(site);
}

/** An agent has kept a note in its workspace. */
async function noted(site: Site) {
  const names = await proposed(site);
  await site.world.read('workspaces.files.write', {
    params: { ws: names[exampleId('wsp', 'AJAN')] as string },
    query: { path: 'store/not.txt' },
    body: { data: 'merhaba\n' },
  });
  return names;
}

/** An agent wants to raise a price. */
async function proposed(site: Site) {
  const { agent, proposalId, itemId } = await proposing(site);
  const [bound] = await site.rows<{ id: string }>('SELECT workspace_id AS id FROM access_token WHERE id = $1', [
    agent.id,
  ]);
  return {
    [exampleId('tok', 'AJAN')]: agent.id,
    [exampleId('wsp', 'AJAN')]: bound?.id as string,
    [exampleId('prp', 'ZAM')]: proposalId,
    [exampleId('pit', 'ZAM1')]: itemId,
  };
}

async function submitted(site: Site) {
  const { agent, proposalId } = await proposing(site);
  await site.command(agent.token, 'proposal.submit', { proposalId });
  return { [exampleId('prp', 'ZAM')]: proposalId, [exampleHash]: await hashOf(site, proposalId) };
}

/** It was approved, and the price is another one since. */
async function paused(site: Site) {
  const { world } = site;
  const { agent, proposalId, itemId } = await proposing(site);
  await site.command(agent.token, 'proposal.submit', { proposalId });
  await world.done('catalog.price.set', { targetId: exampleId('prd', 'CEZVE'), price: 51_900 });
  const hash = await hashOf(site, proposalId);
  await world.done('proposal.approve', { proposalId, hash }, { as: world.owner });
  await until(async () => (await stateOf(site)) === 'paused');
  return { [exampleId('prp', 'ZAM')]: proposalId, [exampleId('pit', 'ZAM1')]: itemId };
}

async function refreshed(site: Site): Promise<void> {
  await until(async () => (await site.rows('SELECT FROM workspace_sandbox WHERE wanted IS NOT NULL')).length === 0);
}

function applied(site: Site): Promise<void> {
  return until(async () => (await stateOf(site)) === 'applied');
}

async function proposing(
  site: Site,
): Promise<{ readonly agent: MintedToken; readonly proposalId: string; readonly itemId: string }> {
  const agent = await site.mint('agent');
  const raise = { targetId: exampleId('prd', 'CEZVE'), price: 57_900 };
  const { proposalId, itemId } = await site.command(agent.token, 'catalog.price.set', raise);
  // That it was used is noted seconds later, in the middle of whatever is asked then: answers that show it would differ.
  await site.rows('UPDATE access_token SET used_at = now() WHERE id = $1', [agent.id]);
  return { agent, proposalId, itemId };
}

async function hashOf({ world }: Site, proposalId: string): Promise<string> {
  return (await world.read('proposals.get', { params: { prp: proposalId } })).hash;
}

async function stateOf(site: Site): Promise<string | undefined> {
  const [proposal] = await site.rows<{ state: string }>('SELECT state FROM proposal');
  return proposal?.state;
}

const UNTIL_MS = 40_000;

async function until(done: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + patient(UNTIL_MS); !(await done()); ) {
    if (Date.now() > deadline) throw new Error('it has not come to rest');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
