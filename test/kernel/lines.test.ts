import createProduct from '../../src/catalog/catalog.product.create';
import { productPayload } from '../../src/channel/import/remote-product';
import { answered, email, line, looseLine, oneLine, paragraphs, type TSchema } from '../../src/kernel/schema/schema';
import { schemaErrors } from '../../src/kernel/schema/validation';
import type { RemoteProduct, RemoteVariant } from '../../src/provider/port';
import { fields } from '../../src/store/identity/fields';

const fits = (schema: TSchema, text: string): boolean => schemaErrors(schema, text).length === 0;

/** By what each of them does to who reads the line. */
const UNSEEN = {
  null: '\u0000',
  escape: '\u001B',
  delete: '\u007F',
  'next line': '\u0085',
  'right-to-left override': '\u202E',
  'end of an embedding': '\u202C',
  'isolated from right to left': '\u2067',
  'end of an isolate': '\u2069',
};
const BREAKS = {
  'a line feed': '\n',
  'a carriage return': '\r\n',
  'a tab': '\t',
  'a line': '\u2028',
  'a page': '\u000C',
};

describe('a line of a person', () => {
  test.each(Object.entries({ ...UNSEEN, ...BREAKS }))('has no %s, wherever it stands', (_, character) => {
    for (const text of [`${character}Cezve`, `Ce${character}zve`, `Cezve${character}`, character])
      for (const schema of [line(200), looseLine(200)]) expect([text, fits(schema, text)]).toEqual([text, false]);
  });

  test('has no blanks at its ends, unless somebody cuts them off, and is not blank', () => {
    for (const text of [' Cezve', 'Cezve ', '\u00A0Cezve']) {
      expect([text, fits(line(200), text)]).toEqual([text, false]);
      expect([text, fits(looseLine(200), text)]).toEqual([text, true]);
    }
    for (const schema of [line(200), looseLine(200), paragraphs(200)])
      for (const text of ['', ' ', '\u00A0']) expect([text, fits(schema, text)]).toEqual([text, false]);
    expect(schemaErrors(line(200), ' Cezve')).toEqual([
      { pointer: '', message: 'must be one line with neither control characters nor blanks at its ends' },
    ]);
  });

  test('has the letters, signs and marks of all others', () => {
    for (const text of ['x', 'İğdır Çömlekçilik & Oğulları', '☕️ 👩‍🍳 kahve', 'שלום \u200Fabc', 'a b'])
      for (const schema of [line(200), looseLine(200), paragraphs(200)])
        expect([text, fits(schema, text)]).toEqual([text, true]);
  });

  test('stays readable when it was written before', () => {
    expect(fits(answered(line(200)), ' Cezve\u202E\n')).toBe(true);
    expect(fits(answered(email()), 'a b@x')).toBe(true);
  });

  test('costs no more for being long and wrong', () => {
    const long = `x${' '.repeat(400_000)}`;
    const begun = process.cpuUsage();
    for (const text of [long, `${long}\u202E`, `${' '.repeat(400_000)}\u202E`, `${'x'.repeat(400_000)}\u202E`])
      for (const schema of [line(500_000), looseLine(500_000), paragraphs(500_000)]) fits(schema, text);
    // Quadratic would be hours.
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(5_000);
  });
});

describe('paragraphs of a person', () => {
  test('have lines and tabs, and nothing else that is not seen', () => {
    expect(fits(paragraphs(200), '\nFiyat yüksek.\r\n\tBir de renk:\n\nmavi olsun.\n')).toBe(true);
    for (const [what, character] of Object.entries(UNSEEN))
      expect([what, fits(paragraphs(200), `Fiyat${character}yüksek`)]).toEqual([what, false]);
  });
});

describe('a text of somebody else', () => {
  test('is made one line', () => {
    expect(oneLine(' Bakır\r\n\tCezve \u202E(küçük)\u2069\u0085 ')).toBe('Bakır Cezve (küçük)');
    expect(oneLine('\u202E \n')).toBe('');
    for (const character of Object.values({ ...UNSEEN, ...BREAKS }))
      expect(fits(line(200), oneLine(`${character}Ce${character}zve ${character}`))).toBe(true);
  });

  test('leaves no product of a marketplace out', () => {
    const variant = (more: Partial<RemoteVariant>): RemoteVariant => ({
      barcode: '8690000000001',
      sku: ' KHV\t1 ',
      title: 'Küçük\n',
      price: 12_990,
      listPrice: null,
      stock: 4,
      status: 'on_sale',
      remoteId: 'v1',
      vatRate: null,
      url: null,
      ...more,
    });
    const remote: RemoteProduct = {
      remoteId: '1',
      title: 'Bakır\u0007 Cezve\r\n',
      description: 'Elde dövülmüş.\nBakır.',
      brand: ' \u202EDemirci',
      category: null,
      images: [],
      variants: [variant({}), variant({ barcode: '8690000000002', remoteId: 'v2', title: '\u202E', sku: '\n' })],
    };
    const { payload: several } = productPayload(remote);
    expect(several).toMatchObject({
      title: 'Bakır Cezve',
      brand: 'Demirci',
      variants: [{ title: 'Küçük', sku: 'KHV 1' }, { title: 'Seçenek 2' }],
    });
    const { payload: one } = productPayload({ ...remote, brand: '\u0000', variants: [variant({})] });
    expect(Object.keys(one)).not.toContain('brand');
    for (const payload of [several, one]) expect(schemaErrors(createProduct.payload, payload)).toEqual([]);
  });
});

describe('an address of registered e-mail', () => {
  test('is one of e-mail', () => {
    const address = (text: string) => fits(fields.kep, text);
    expect(address('kahve.dukkani@hs01.kep.tr')).toBe(true);
    for (const local of ['<img/src=x>', '"><script>', 'a\u200Bb', 'a\u202Eb', 'ka(h)ve', 'kahve,', '.kahve', 'şeker'])
      expect([local, address(`${local}@hs01.kep.tr`)]).toEqual([local, false]);
    for (const domain of ['kep.tr', '.kep.tr', 'hs01.kep.tr.example', 'hs01xkep.tr', 'hs01.kep.tr>'])
      expect([domain, address(`kahve@${domain}`)]).toEqual([domain, false]);
  });
});
