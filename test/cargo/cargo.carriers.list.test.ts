import { carrierBy, carrierOf, carriers, NUMBER, OTHER, trackingPage } from '../../src/cargo/carrier/carriers';
import { providers } from '../../src/extension/provider/list';
import { services, testService } from '../../src/simulator/geliver/carriers';
import { isTaxNumber } from '../../src/store/identity/checksum';
import { openSite, type Site } from '../surfaces/site';

describe('cargo.carriers.list', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const list = async (call: Parameters<Site['call']>[2]) => site.call('GET', '/v1/cargo/carriers', call);

  test('whoever may see orders reads what carriers are called, and how their parcels are followed', async () => {
    const { body } = await list({ session: await site.login() });
    expect(body.items).toContainEqual({
      code: 'aras',
      label: 'Aras Kargo',
      legalName: 'Aras Kargo Yurt İçi Yurt Dışı Taşımacılık A.Ş.',
      taxNumber: '0720039666',
      tracking: 'extension',
      trackingUrl: 'https://kargotakip.araskargo.com.tr/mainpage.aspx?code={trackingNumber}',
      extensions: [{ extension: 'geliver', codes: ['ARAS'] }],
    });
    expect(body.items.at(-1)).toMatchObject({ code: 'other', label: 'Diğer', tracking: 'none', extensions: [] });
    const { token } = await site.mint('developer', ['orders:read']);
    expect((await list({ token })).body).toEqual(body);
  });

  test('who may see the catalog alone is refused', async () => {
    const { token } = await site.mint('agent', ['catalog:read']);
    expect(await list({ token })).toMatchObject({ status: 403, body: { code: 'forbidden_scope' } });
  });
});

describe('the table of carriers', () => {
  test('names each once, by code, label and number', () => {
    for (const name of ['code', 'label', 'taxNumber'] as const) {
      const stated = carriers.map((carrier) => carrier[name]).filter((value) => value !== null);
      expect([name, new Set(stated).size]).toEqual([name, stated.length]);
    }
    const codes = carriers.flatMap(({ codes }) =>
      Object.entries(codes).flatMap(([ext, all]) => all.map((c) => ext + c)),
    );
    expect(new Set(codes).size).toBe(codes.length);
  });

  test('tax numbers are such', () => {
    for (const { code, taxNumber } of carriers)
      if (taxNumber !== null) expect([code, isTaxNumber(taxNumber)]).toEqual([code, true]);
  });

  test('a parcel that is followed by a link has a page, and a page the place of its number', () => {
    for (const { code, tracking, trackingUrl } of carriers) {
      if (tracking === 'link') expect([code, trackingUrl]).toEqual([code, expect.any(String)]);
      if (trackingUrl === null) continue;
      expect(trackingUrl.split(NUMBER)).toHaveLength(2);
      expect(new URL(trackingUrl).protocol).toBe('https:');
    }
  });

  test('says that an extension tells of parcels where one does, and of no other', () => {
    const cargo = providers.filter(({ cargo }) => cargo).map(({ manifest }) => manifest.key);
    for (const { code, tracking, codes } of carriers) {
      expect([code, tracking === 'extension']).toEqual([code, Object.keys(codes).length > 0]);
      for (const extension of Object.keys(codes)) expect(cargo).toContain(extension);
    }
  });

  test('whose a code of Geliver is; of one that nobody knows it is another', () => {
    const known = [...new Set(services.map(({ providerCode }) => providerCode))];
    expect(known.map((code) => carrierBy('geliver', code).code)).toEqual([
      'surat',
      'ptt',
      'yurtici',
      'hepsijet',
      'kolay_gelsin',
      'aras',
    ]);
    for (const code of [testService.providerCode, 'constructor', ''])
      expect(carrierBy('geliver', code).code).toBe(OTHER);
    expect(carrierBy('constructor', 'PTT').code).toBe(OTHER);
  });

  test('a page is of one parcel, whatever its number is', () => {
    const ptt = carrierOf('ptt');
    expect(ptt && trackingPage(ptt, '12 3/$&')).toBe('https://gonderitakip.ptt.gov.tr/Track/Verify?q=12%203%2F%24%26');
    const other = carrierOf(OTHER);
    expect(other && trackingPage(other, '1')).toBeNull();
    expect(carrierOf('constructor')).toBeUndefined();
  });
});
