import './installed';
import { secretsOf, secretWords } from '../../../src/extension/provider/providers';
import { openSite, type Site } from '../../surfaces/site';

const extension = 'till';

describe('two extensions with a secret of one name', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  test('each have their own word for it, in the list and in the log', async () => {
    const { world } = site;
    const { items } = await world.read('extensions.list');
    const labels = items.map(({ key, secrets }: { key: string; secrets: { label: object }[] }) => [
      key,
      secrets[0]?.label,
    ]);
    expect(Object.fromEntries(labels)).toMatchObject({
      trendyol: { tr: 'API anahtarı', en: 'API key' },
      [extension]: { tr: 'Mağaza anahtarı', en: 'Key of the shop' },
    });
    for (const each of ['trendyol', extension]) {
      await world.done('extension.install', { extension: each }, { as: world.owner });
      await world.done('secret.set', { extension: each, key: 'apiKey', value: 'x' }, { as: world.owner });
    }
    const { references } = await world.read('audit.list', { as: world.owner, query: { limit: 100 } });
    expect(references).toMatchObject({
      'trendyol/apiKey': 'Trendyol · API anahtarı',
      'till/apiKey': 'Kasa · Mağaza anahtarı',
    });
  });

  test('are told apart where only the name stands', () => {
    expect(secretWords).toMatchObject({
      apiKey: [
        'API anahtarı (Trendyol), API anahtarı (iyzico), Mağaza anahtarı (Kasa)',
        'API key (Trendyol), API key (iyzico), Key of the shop (Kasa)',
      ],
      apiSecret: ['API gizli anahtarı', 'API secret'],
    });
    expect([...secretsOf(extension).keys()]).toEqual(['apiKey', 'webhookKey']);
  });

  test('of one, what the other declares is a credential in the wrong place', async () => {
    const { world } = site;
    const wrong = await world.run('secret.delete', { extension, key: 'apiSecret' }, { as: world.owner });
    expect(wrong.body).toMatchObject({ code: 'secret_unknown' });
    const { items } = await world.read('audit.list', {
      as: world.owner,
      query: { command: 'secret.delete', outcome: 'refused' },
    });
    expect(items[0].payload).toEqual({ extension });
  });
});
