import { manifestOf } from '../../src/extension/provider/providers';
import { newUlid } from '../../src/kernel/ids';
import type { Manifest } from '../../src/provider/manifest';
import { registry } from '../../src/registry';
import { exampleOf, send } from '../contract/call';
import { sample } from '../contract/sample';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';

interface Op {
  readonly op: string;
  readonly summary: string;
  readonly needs: Record<string, unknown>;
  readonly ready: boolean;
  readonly blockedBy: readonly string[];
}

const servedByChannels = [
  ...registry.routes.filter(({ http }) => http.includes(' /v1/channel/{ext}/')),
  ...registry.commands.filter(({ id }) => id.startsWith('channel.')),
].map(({ id }) => id);

const NOT_READY = ['extension_not_installed', 'extension_not_ready', 'extension_not_enabled', 'not_offered'];

describe('extensions.ops.get', () => {
  let site: Site;
  let session: OwnerSession;
  beforeAll(async () => {
    // Nothing listens there: an op that is ready gets as far as the provider's silence.
    site = await openSite({ environment: { TEZGAH_TRENDYOL_URL: 'http://127.0.0.1:9' } });
    session = await site.login();
  });
  afterAll(() => site.close());

  const ops = async (): Promise<Op[]> => (await site.call('GET', '/v1/extensions/trendyol/ops', { session })).body.ops;
  test('tell the acts upon packages that each marketplace knows', async () => {
    const of = async (ext: string) => (await site.call('GET', `/v1/extensions/${ext}/ops`, { session })).body;
    const acts = async (ext: string): Promise<string[]> => (await of(ext)).packageActs;
    expect(await acts('trendyol')).toEqual(expect.arrayContaining(['preparing', 'invoiced', 'split']));
    expect(await acts('hepsiburada')).toEqual(['preparing', 'unsupplied', 'invoice_link']);
    expect(await acts('iyzico')).toEqual([]);
    const { packageActStates } = await of('trendyol');
    expect(packageActStates).toContainEqual({ act: 'invoiced', states: ['preparing', 'invoiced'] });
    expect(packageActStates.map(({ act }: { act: string }) => act)).toEqual(await acts('trendyol'));
  });

  const run = (command: string, payload: unknown, dryRun = false) =>
    site.call('POST', '/v1/commands', {
      session,
      body: {
        command,
        storeId: site.world.storeId,
        payload,
        ...(dryRun ? { dryRun } : { idempotencyKey: newUlid() }),
      },
    });

  /** Asks the op itself: a route by its path, a command by a dry run. */
  async function refusalOf(id: string): Promise<string | undefined> {
    const command = registry.commands.find((candidate) => candidate.id === id);
    if (command) {
      const { body } = await run(id, { ...(sample(command.payload) as object), extension: 'trendyol' }, true);
      return body.code;
    }
    const route = registry.routes.find((candidate) => candidate.id === id);
    if (!route) throw new Error(`${id} is not built`);
    return (await send(site, route, exampleOf(route), { session, dryRun: route.writes })).body.code;
  }

  /** What the ops say of themselves is how they answer. */
  async function expectTruth(): Promise<void> {
    for (const { op, ready } of await ops()) {
      const code = await refusalOf(op);
      expect({ op, ready: code === undefined || !NOT_READY.includes(code) }).toEqual({ op, ready });
    }
  }

  test('names every built op of a channel', async () => {
    expect((await ops()).map(({ op }) => op).toSorted()).toEqual(servedByChannels.toSorted());
  });

  test('says op by op what is needed and what blocks it, at every stage, and that is how the op answers', async () => {
    const blocked = async (op: string) => (await ops()).find((row) => row.op === op)?.blockedBy;
    expect(await ops()).toContainEqual({
      op: 'channel.jobs.list',
      summary: expect.any(String),
      needs: { installed: false, secrets: [], config: [], enabled: false },
      ready: true,
      blockedBy: [],
    });
    expect(await blocked('channel.listing.set')).toEqual(['not_installed']);
    await expectTruth();

    await run('extension.install', { extension: 'trendyol' });
    expect(await blocked('channel.listing.set')).toEqual([]);
    expect(await blocked('channel.connect.test')).toEqual([
      'missing_secret:apiKey',
      'missing_secret:apiSecret',
      'invalid_config:/config/sellerId',
    ]);
    await expectTruth();

    for (const key of ['apiKey', 'apiSecret'])
      await run('secret.set', { extension: 'trendyol', key, value: 'zq-gizli' });
    await run('extension.configure', { extension: 'trendyol', config: { sellerId: '1' } });
    expect(await blocked('channel.connect.test')).toEqual([]);
    expect(await blocked('channel.catalog.pull')).toEqual(['not_enabled']);
    await expectTruth();

    await run('extension.enable', { extension: 'trendyol' });
    expect((await ops()).every(({ ready }) => ready)).toBe(true);
    await expectTruth();
    expect(JSON.stringify(await ops())).not.toContain('zq-gizli');
  });

  test.each([
    ['paytr', 'merchantSalt', ['orders.refund']],
    [
      'geliver',
      'apiToken',
      [
        'ext.cargo.sender',
        'order.shipment.cancel',
        'orders.cargo.book',
        'orders.cargo.offers',
        'orders.shipment.cancel',
        'orders.shipment.label',
        'orders.shipment.update',
      ],
    ],
  ])('tells which secret of %s is missing, at each op that needs it', async (extension, key, served) => {
    const opsOf = async (): Promise<Op[]> =>
      (await site.call('GET', `/v1/extensions/${extension}/ops`, { session })).body.ops;
    const { secrets } = manifestOf(extension) as Manifest;
    await run('extension.install', { extension });
    for (const secret of secrets) await run('secret.set', { extension, key: secret.key, value: 'zq-gizli' });
    const missing = async () =>
      (await opsOf()).flatMap(({ op, blockedBy }) => (blockedBy.includes(`missing_secret:${key}`) ? [op] : []));
    expect((await opsOf()).map(({ op }) => op).toSorted()).toEqual(served);
    expect(await missing()).toEqual([]);
    expect((await run('secret.delete', { extension, key })).status).toBe(200);
    expect((await missing()).toSorted()).toEqual(served);
  });
});
