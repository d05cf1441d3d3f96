import { newUlid } from '../../src/kernel/ids';
import { personOf } from '../store/person';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';

interface Provider {
  readonly key: string;
  readonly kind: string;
  readonly uses: readonly string[];
  readonly packageActStates: readonly unknown[];
}

describe('account.providers', () => {
  let site: Site;
  let owner: OwnerSession;
  let packer: OwnerSession;
  beforeAll(async () => {
    site = await openSite();
    owner = await site.login();
    packer = (await personOf(site, 'packer')).session;
  });
  afterAll(() => site.close());

  const answer = () => site.call('GET', '/v1/account/providers', { session: packer });
  const provider = async (key: string): Promise<Provider> =>
    (await answer()).body.items.find((each: Provider) => each.key === key);
  const run = (command: string, payload: object) =>
    site.call('POST', '/v1/commands', {
      session: owner,
      body: { command, storeId: site.world.storeId, payload, idempotencyKey: newUlid() },
    });

  test('tells a packer of cargo, marketplaces and payments, and of no other extension', async () => {
    const { status, body } = await answer();
    expect(status).toBe(200);
    expect(new Set(body.items.map(({ kind }: Provider) => kind))).toEqual(new Set(['cargo', 'channel', 'payment']));
    expect(await provider('geliver')).toEqual({
      ...{ key: 'geliver', name: 'Geliver', kind: 'cargo', installed: false, enabled: false },
      ...{ uses: [], packageActStates: [] },
    });
  });

  test('a use is there once nothing is lacking for it, and neither secrets nor settings are told', async () => {
    await run('extension.install', { extension: 'trendyol' });
    expect((await provider('trendyol')).uses).toEqual([]);
    for (const key of ['apiKey', 'apiSecret'])
      await run('secret.set', { extension: 'trendyol', key, value: 'zq-gizli' });
    await run('extension.configure', { extension: 'trendyol', config: { sellerId: '778899' } });
    expect((await provider('trendyol')).uses).toEqual(['packageLabels']);
    await run('extension.enable', { extension: 'trendyol' });
    const { uses, packageActStates } = await provider('trendyol');
    expect(uses).toEqual(['packageActs', 'packageLabels']);
    expect(packageActStates).toContainEqual({ act: 'invoiced', states: ['preparing', 'invoiced'] });
    const said = JSON.stringify((await answer()).body);
    for (const hidden of ['zq-gizli', '778899', 'apiKey', 'sellerId']) expect(said).not.toContain(hidden);
  });

  test('is for people alone', async () => {
    const { token } = await site.mint('developer');
    expect((await site.call('GET', '/v1/account/providers', { token })).status).toBe(403);
    expect((await site.call('GET', '/v1/account/providers')).status).toBe(401);
  });
});
