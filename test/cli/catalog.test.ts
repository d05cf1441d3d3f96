// tier: all
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exampleImage } from '../../src/media/image/example';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { openGateway } from './gateway';
import { Tezgah } from './tezgah';

describe('the catalogue as a table', () => {
  let site: Site;
  let tezgah: Tezgah;
  let folder: string;
  let token: string;

  beforeAll(async () => {
    site = await openSite();
    ({ token } = await site.mint('developer', ['catalog:read', 'catalog:write', 'store:admin']));
    tezgah = new Tezgah({ TEZGAH_URL: site.url, TEZGAH_TOKEN: token });
  });
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'tezgah-catalog-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  afterAll(async () => {
    tezgah.remove();
    await site.close();
  });

  const at = (name: string) => path.join(folder, name);
  const write = (name: string, ...lines: string[]) => {
    writeFileSync(at(name), lines.join('\n'));
    // The clock of the files is a few milliseconds behind: a product of just now would pass for one of the table's own.
    const now = (Date.now() + 1) / 1_000;
    utimesSync(at(name), now, now);
    return at(name);
  };
  const imported = (file: string, ...flags: string[]) => tezgah.run(['catalog', 'import', file, '--json', ...flags]);
  const exported = async (...flags: string[]) => {
    const out = at('out.csv');
    const { code, stderr } = await tezgah.run(['catalog', 'export', '--out', out, '--json', ...flags]);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    return out;
  };
  const create = (payload: object) => site.world.done('catalog.product.create', payload);
  const get = (id: string) => site.world.read('catalog.products.get', { params: { prd: id } });
  const find = async (text: string) =>
    (await site.world.read('catalog.products.list', { query: { text, limit: 10 } })).items;
  const changes = async () => (await site.rows<{ n: number }>('SELECT count(*)::int AS n FROM audit_row'))[0]?.n;

  test('what was exported changes nothing when it is imported, whatever it holds and however it is written', async () => {
    const fields = [
      { target: 'product', key: 'note', type: 'multiline', label: 'Not' },
      { target: 'product', key: 'weights', type: 'decimal', list: true, label: 'Ağırlıklar' },
      { target: 'product', key: 'gift', type: 'boolean', label: 'Hediye' },
      { target: 'product', key: 'fee', type: 'money', label: 'Ücret' },
      { target: 'variant', key: 'note', type: 'text', label: 'Not' },
    ];
    for (const field of fields) await site.world.done('metafield.definition.create', field);
    const { id, variants } = await create({
      title: '=HYPERLINK("x";"y")',
      price: 129_990,
      compareAt: 1_000_000,
      sku: '-',
      brand: '\'tırnaklı; "alıntılı"',
      tags: ['a|b', 'çay', '[x]'],
      stock: 0,
      vatRate: 10,
      variants: [
        { title: '+1 kg', sku: '@1', barcode: '0012', price: 5, stock: 3 },
        { title: '½', stock: null },
      ],
    });
    await create({ title: 'Tek', price: 0, requiresShipping: false, withdrawalException: 'hygiene' });
    const set = (ownerId: string, key: string, value: unknown) =>
      site.world.done('metafield.set', { ownerId, key, value });
    await set(id, 'note', '=1+1\n"iki"; satır');
    await set(id, 'weights', [0.5, -2, 1e-7]);
    await set(id, 'gift', false);
    await set(id, 'fee', 12_345);
    await set(variants[0].id, 'note', '-');

    for (const flags of [
      [],
      ['--separator', ','],
      ['--separator', 'tab', '--headers', 'tr'],
      ['--encoding', 'utf-16le', '--headers', 'en'],
    ]) {
      const before = await changes();
      const file = await exported(...flags);
      const { json, code } = await imported(file);
      expect({ flags, code, json }).toEqual({
        flags,
        code: 0,
        json: { lines: 4, created: 0, changed: 0, unchanged: 4, proposed: 0, refused: 0, refusedFile: null },
      });
      expect(await changes()).toBe(before);
    }
    const text = readFileSync(await exported(), 'utf8');
    expect(text.startsWith('\ufeffid;variantId;title;')).toBe(true);
    expect(text).toContain(';"\'=HYPERLINK(""x"";""y"")";');
    expect(text).toContain(';1299,90;10000,00;10;');
    expect(text).not.toMatch(/(^|;)[=+@]/m);
  });

  test('a table of prices as Turkish spreadsheets write it finds products and variants by barcode', async () => {
    const { id } = await create({ title: 'Çaydanlık', price: 100, barcode: '8690001', stock: 1 });
    const kahve = await create({
      title: 'Kahve',
      price: 100,
      variants: [{ title: '250 g', barcode: '8690002', price: 200, stock: 2 }],
    });
    const text = 'Barkod;Fiyat;Stok;Ad\r\n8690001;1.299,90 TL;7;Çaydanlık İğdır\r\n8690002;₺ 49,5;-;\r\n';
    const bytes = new Map(
      [...'çÇğĞıİöÖşŞüÜ₺'].map((letter, at) => [
        letter,
        [0xe7, 0xc7, 0xf0, 0xd0, 0xfd, 0xdd, 0xf6, 0xd6, 0xfe, 0xde, 0xfc, 0xdc][at],
      ]),
    );
    writeFileSync(
      at('fiyat.csv'),
      Uint8Array.from(text.replace('₺ ', ''), (letter) => bytes.get(letter) ?? letter.charCodeAt(0)),
    );

    const dry = await imported(at('fiyat.csv'), '--dry-run');
    expect(dry.json).toMatchObject({ changed: 2, refused: 0, dryRun: true });
    expect(dry.json.changes).toEqual(
      expect.arrayContaining([
        { line: 2, thing: 'Çaydanlık', field: 'title', before: 'Çaydanlık', after: 'Çaydanlık İğdır' },
        { line: 2, thing: 'Çaydanlık', field: 'price', before: 100, after: 129_990 },
        { line: 3, thing: 'Kahve, 250 g', field: 'stock', before: 2, after: null },
      ]),
    );
    expect(await get(id)).toMatchObject({ price: 100, stock: 1 });

    expect((await imported(at('fiyat.csv'))).json).toMatchObject({ changed: 2, refused: 0 });
    expect(await get(id)).toMatchObject({ title: 'Çaydanlık İğdır', price: 129_990, stock: 7 });
    expect((await get(kahve.id)).variants).toMatchObject([{ price: 4_950, stock: null }]);
    expect((await imported(at('fiyat.csv'))).json).toMatchObject({ unchanged: 2, changed: 0 });
  });

  test('makes products with variants, custom fields and pictures, and adds variants to what is there', async () => {
    writeFileSync(at('kupa.png'), exampleImage());
    const file = write(
      'yeni.csv',
      'id,variantId,title,price,stock,tags,description,picture,field:note',
      ',,Kupa,"89,90",,seramik | el işi,<p>Beyaz</p>,kupa.png,Elde yıkayın',
      ',+,Küçük,"79,90",4,,,,kutulu',
      ',+,Büyük,,5,,,,',
      ',,Tabak,50,9,,,,',
    );
    expect((await imported(file)).json).toMatchObject({ created: 4, refused: 0 });
    const [{ id: kupa }] = await find('Kupa');
    expect(await get(kupa)).toMatchObject({
      price: 8_990,
      tags: ['seramik', 'el işi'],
      description: '<p>Beyaz</p>',
      metafields: [{ key: 'note', value: 'Elde yıkayın' }],
      media: [{ mediaId: expect.any(String) }],
      variants: [
        { title: 'Küçük', price: 7_990, stock: 4, metafields: [{ key: 'note', value: 'kutulu' }] },
        { title: 'Büyük', price: null, stock: 5 },
      ],
    });
    // Again: its products are there by their keys, without an identifier in the table.
    const before = await find('Kupa');
    expect((await imported(file)).json).toMatchObject({ refused: 0 });
    expect(await find('Kupa')).toEqual(before);
    expect(await find('Tabak')).toHaveLength(1);

    const more = write(
      'ek.csv',
      'id,variantId,title,stock,field:note',
      `${kupa},+,Orta,6,yeni`,
      `${kupa},${before[0].variants[0].id},Ufak,,-`,
    );
    expect((await imported(more)).json).toMatchObject({ changed: 2, refused: 0 });
    expect((await get(kupa)).variants).toMatchObject([
      { id: before[0].variants[0].id, title: 'Ufak', price: 7_990, stock: 4, metafields: [] },
      { title: 'Büyük', stock: 5 },
      { title: 'Orta', stock: 6, metafields: [{ key: 'note', value: 'yeni' }] },
    ]);
  });

  test('new variants of a product that is there are made once, however often their table is imported', async () => {
    const { id } = await create({
      title: 'Gömlek',
      price: 100,
      handle: 'gomlek',
      variants: [{ title: 'XS', stock: 1 }],
    });
    const other = await create({ title: 'Ceket', price: 100, handle: 'ceket' });
    const file = write(
      'boy.csv',
      'handle;id;variantId;title;sku;barcode;price;stock;field:note',
      'gomlek;;;;;;;;',
      ';;+;S;M1;86911;110;5;ilk',
      ';;+;M;M1;;;6;',
      ';;+;M;M1;;;7;',
      ';;+;XS;;;;;',
      `;${other.id};+;Tek;;;;1;`,
      `;${id};+;L;M1;;;8;`,
    );
    const titles = async () =>
      (await get(id)).variants.map(({ title, stock }: { title: string; stock: number }) => `${title} ${stock}`);
    expect((await imported(file)).json).toMatchObject({ changed: 7, refused: 0 });
    expect(await titles()).toEqual(['XS 1', 'S 5', 'M 6', 'M 7', 'L 8']);
    for (const flags of [[], ['--dry-run']])
      expect((await imported(file, ...flags)).json).toMatchObject({ unchanged: 7, changed: 0, refused: 0 });

    // Its barcode tells a variant whatever it is called by now, and another barcode is another variant.
    const variants = (await get(id)).variants.map(({ id, title }: { id: string; title: string }) => ({
      id,
      title: title === 'S' ? 'Küçük' : title,
    }));
    await site.world.done('catalog.product.setVariants', { productId: id, variants });
    const next = write(
      'boy2.csv',
      'handle;variantId;title;barcode;stock',
      'gomlek;;;;',
      ';+;S;86911;9',
      ';+;S;86912;2',
    );
    for (const outcome of ['changed', 'unchanged'])
      expect((await imported(next)).json).toMatchObject({ [outcome]: 3, refused: 0 });
    expect(await titles()).toEqual(['XS 1', 'S 9', 'M 6', 'M 7', 'L 8', 'S 2']);
  });

  test('a later line of a variant is held against what an earlier one has made of it', async () => {
    const { id, variants } = await create({
      title: 'Şal',
      price: 100,
      variants: [{ title: 'Uzun', price: 5, stock: 3 }],
    });
    const { id: other } = await create({ title: 'Atkı', price: 100 });
    const [{ id: long }] = variants;
    const file = write(
      'sira.csv',
      'id;variantId;price;stock',
      `${id};${long};0,09;`,
      `${other};;2;`,
      `${id};${long};;9`,
    );
    expect((await imported(file)).json).toMatchObject({ changed: 3, refused: 0 });
    expect((await get(id)).variants).toMatchObject([{ price: 9, stock: 9 }]);
  });

  test('a field that somebody else fills in meanwhile is not overwritten', async () => {
    for (const key of ['care', 'origin'])
      await site.world.done('metafield.definition.create', { target: 'product', key, type: 'text', label: key });
    const { id } = await create({ title: 'Kilim', price: 100, handle: 'kilim' });
    const file = write('kilim.csv', 'handle;field:care;field:origin', 'kilim;elde;Uşak');
    const gateway = await openGateway(site.url);
    let isFilled = false;
    gateway.next(async (requested, body) => {
      if (requested.startsWith('/v1/catalog/products') && !isFilled) {
        isFilled = true;
        await site.world.done('metafield.set', { ownerId: id, key: 'care', value: 'kuru temizleme' });
      }
      return body;
    });
    const stale = await tezgah.with({ TEZGAH_URL: gateway.url }).run(['catalog', 'import', file, '--json']);
    await gateway.close();
    expect([stale.code, stale.json.refused]).toEqual([1, 1]);
    expect(readFileSync(stale.json.refusedFile, 'utf8')).toContain('rev_conflict');
    expect((await get(id)).metafields).toMatchObject([{ key: 'care', value: 'kuru temizleme' }]);
    // What was read anew may be changed, the fields of one thing one after the other.
    expect((await imported(file)).json).toMatchObject({ changed: 1, refused: 0 });
    expect((await get(id)).metafields).toMatchObject([{ value: 'elde' }, { value: 'Uşak' }]);
  });

  test('a dry run says custom fields as people read them, and by their lines', async () => {
    for (const field of [
      { target: 'product', key: 'deposit', type: 'money', label: 'Depozito' },
      { target: 'product', key: 'parts', type: 'money', list: true, label: 'Parçalar' },
      { target: 'variant', key: 'sizes', type: 'json', label: 'Ölçüler' },
    ])
      await site.world.done('metafield.definition.create', field);
    const { id, variants } = await create({ title: 'Halı', price: 100, variants: [{ title: 'Büyük' }] });
    await site.world.done('metafield.set', { ownerId: id, key: 'deposit', value: 5_000 });
    const file = write(
      'hali.csv',
      'id;variantId;field:deposit;field:parts;field:sizes',
      `${id};;75,5;1 | 2,5;`,
      `${id};${variants[0].id};;;"{""en"":[1,2]}"`,
    );
    const { stdout } = await tezgah.run(['catalog', 'import', file, '--dry-run']);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'line 2: Halı: field:deposit: 50,00 TL → 75,50 TL',
      'line 2: Halı: field:parts: – → 1,00 TL, 2,50 TL',
      'line 3: Halı, Büyük: field:sizes: – → {"en":[1,2]}',
    ]);
  });

  test('a table of a stranger brings no other files of this machine, and is not written over', async () => {
    writeFileSync(at('gizli.png'), exampleImage());
    mkdirSync(at('tablo'));
    const names = [at('gizli.png'), '../gizli.png', '../tablo/../gizli.png', '../tablo2/x.png'];
    for (const [index, name] of names.entries()) {
      const { json } = await imported(write('tablo/a.csv', 'title;price;picture', `Sızıntı ${index};10;${name}`));
      expect(json).toMatchObject({ refused: 1 });
      expect(readFileSync(json.refusedFile, 'utf8')).toContain('is not beside the table');
    }
    const made = await find('Sızıntı');
    expect(made.map(({ picture }: { picture: unknown }) => picture)).toEqual([null, null, null, null]);
    // The product was made before its picture was refused: what is mended names it, and makes no second one.
    writeFileSync(at('tablo/kupa.png'), exampleImage());
    const mended = readFileSync(at('tablo/a.csv.refused.csv'), 'utf8').replace('../tablo2/x.png', 'kupa.png');
    expect((await imported(write('tablo/mended.csv', mended))).json).toMatchObject({ changed: 1, refused: 0 });
    expect((await find('Sızıntı')).filter(({ picture }: { picture: unknown }) => picture)).toHaveLength(1);
    expect(await find('Sızıntı')).toHaveLength(4);
    const own = write('b.csv', 'title', 'x');
    expect((await imported(own, '--refused', own)).code).toBe(2);
    expect(readFileSync(own, 'utf8')).toBe('title\nx');
  });

  test('refused lines are kept with their reasons, and become a table to import once they are mended', async () => {
    await create({ title: 'Birinci', price: 100, handle: 'birinci', barcode: '8691' });
    await create({ title: 'İkinci', price: 100, handle: 'ikinci' });
    const file = write(
      'kotu.csv',
      'handle;price;vatRate;barcode;title',
      'birinci;1,299;;;',
      'ikinci;200;7;;',
      'ikinci;;;8691;',
      ';300;;;',
      'birinci;400;;;Birinci yeni',
    );
    const { code, json, stderr } = await imported(file);
    expect([code, json.refused, json.changed]).toEqual([1, 4, 1]);
    expect(stderr).toContain(json.refusedFile);
    const refused = readFileSync(json.refusedFile, 'utf8').replace('\ufeff', '').trim().split('\r\n');
    expect(refused[0]).toBe('handle;price;vatRate;barcode;title;id;variantId;reason');
    expect(refused.slice(1).toSorted()).toEqual([
      expect.stringMatching(/^;300;;;;;;"a new product needs a title; no product was found/),
      expect.stringMatching(/^birinci;1,299;;;;prd_\w+;;price: “1,299” is no amount/),
      expect.stringMatching(/^ikinci;200;7;;;prd_\w+;;"?invalid_request.*vatRate/),
      expect.stringMatching(/^ikinci;;;8691;;prd_\w+;;"?barcode_taken: /),
    ]);
    writeFileSync(json.refusedFile, refused.slice(0, 1).concat('birinci;12,99;;;;;;').join('\r\n'));
    expect((await imported(json.refusedFile)).json).toMatchObject({ changed: 1, refused: 0 });
    expect((await find('Birinci'))[0]).toMatchObject({ title: 'Birinci yeni', price: 1_299 });
  });

  test('a new variant below a refused line goes with that line, and is given to no other product', async () => {
    const { id } = await create({ title: 'Vazo', price: 100, handle: 'vazo' });
    const file = write(
      'alt.csv',
      'id;variantId;handle;title;price',
      ';+;;Sahipsiz;',
      ';;vazo;;150',
      'prd_01M7YXQ3933GCA0114MRNW4FVG;;;Kavanoz;200',
      ';+;;Kavanoz boyu;',
      ...Array.from({ length: 8 }, (_, index) => [
        `;;;Bozuk ${index};1,299`,
        `;+;;Birinci ${index};`,
        `;+;;İkinci ${index};`,
      ]).flat(),
    );
    expect((await imported(file)).json).toMatchObject({ changed: 1, refused: 27, created: 0 });
    expect((await get(id)).variants).toEqual([]);
    const kept = readFileSync(at('alt.csv.refused.csv'), 'utf8').trim().split('\r\n').slice(1);
    expect(kept.slice(0, 3)).toEqual([
      ';+;;Sahipsiz;;no line of a product stands above the new variant',
      expect.stringMatching(/^prd_01M7YXQ3933GCA0114MRNW4FVG;;;Kavanoz;200;there is no product/),
      expect.stringMatching(/^;\+;;Kavanoz boyu;;there is no product/),
    ]);
    for (let index = 0; index < 8; index += 1) {
      const at = kept.findIndex((line) => line.startsWith(`;;;Bozuk ${index};`));
      expect(kept.slice(at + 1, at + 3)).toEqual([
        expect.stringContaining(`Birinci ${index}`),
        expect.stringContaining(`İkinci ${index}`),
      ]);
    }
  });

  test.each([
    ['no folder', 'yok/kalan.csv', /ENOENT/],
    ['a full disk', '/dev/full', /ENOSPC/],
  ])('%s for the refused lines is told, with the lines and all that was done', async (name, refused, why) => {
    const file = write('dolu.csv', 'title;price', `Dolu raf, ${name};10`, 'Kötü;1,299', ';5');
    const { code, json, stderr } = await imported(file, '--refused', path.resolve(folder, refused));
    expect([code, json]).toEqual([
      1,
      expect.objectContaining({
        lines: 3,
        refused: 2,
        refusedFile: null,
        refusedFileError: expect.stringMatching(why),
      }),
    ]);
    expect(stderr).toMatch(/line 3: refused, price: “1,299” is no amount/);
    expect(stderr).toMatch(/line 4: refused, a new product needs a title/);
    expect(stderr).toMatch(why);
  });

  test('what somebody else has changed meanwhile is refused, not overwritten; lines of one product see each other', async () => {
    const { id } = await create({ title: 'Tepsi', price: 100, handle: 'tepsi', stock: 5 });
    const gateway = await openGateway(site.url);
    gateway.next((requested, body) => {
      if (!requested.startsWith('/v1/catalog/products')) return body;
      const page = JSON.parse(body);
      for (const item of page.items ?? []) if (item.id === id) Object.assign(item, { rev: item.rev - 0 + 7, stock: 9 });
      return JSON.stringify(page);
    });
    const stale = await tezgah
      .with({ TEZGAH_URL: gateway.url })
      .run(['catalog', 'import', write('a.csv', 'handle;price;stock', 'tepsi;200;1'), '--json']);
    await gateway.close();
    expect([stale.code, stale.json.refused]).toEqual([1, 1]);
    expect(readFileSync(stale.json.refusedFile, 'utf8')).toContain('rev_conflict');
    expect(await get(id)).toMatchObject({ price: 100, stock: 5 });

    const twice = write('b.csv', 'handle;price;stock;title', 'tepsi;300;;', 'tepsi;;9;', 'tepsi;300;;Gümüş tepsi');
    expect((await imported(twice)).json).toMatchObject({ changed: 3, refused: 0 });
    expect(await get(id)).toMatchObject({ price: 30_000, stock: 9, title: 'Gümüş tepsi' });
  });

  test('a new product that was refused is made once what stood in its way is gone, and is then made', async () => {
    const { id } = await create({ title: 'Eski fincan', price: 100, barcode: '8695' });
    const file = write('fincan.csv', 'title;price;variantId;barcode', 'Yeni fincan;10;;', 'Takım;;+;8695');
    for (let times = 0; times < 3; times += 1) {
      const { json } = await imported(file);
      expect(json).toMatchObject({ created: 0, refused: 2 });
      expect(readFileSync(json.refusedFile, 'utf8')).toContain('barcode_taken');
    }
    await site.world.done('catalog.product.update', { productId: id, barcode: null });
    for (const outcome of ['created', 'unchanged', 'unchanged'])
      expect((await imported(file)).json).toMatchObject({ [outcome]: 2, refused: 0 });
    expect(await find('Yeni fincan')).toHaveLength(1);
  });

  test('what an earlier run has made of a line is named when a later run is refused at the rest', async () => {
    const file = write('vazo.csv', 'title;price;picture', 'Cam vazo;10;yok.png');
    for (let times = 0; times < 2; times += 1) {
      const { json } = await imported(file);
      const [made] = await find('Cam vazo');
      expect(readFileSync(json.refusedFile, 'utf8')).toContain(made.id);
    }
    writeFileSync(at('yok.png'), exampleImage());
    const mended = write('mended.csv', readFileSync(`${file}.refused.csv`, 'utf8'));
    expect((await imported(mended)).json).toMatchObject({ changed: 1, refused: 0 });
    expect(await find('Cam vazo')).toHaveLength(1);
  });

  test('a table that is older than keys are good for makes its products once, too', async () => {
    const file = write('eski.csv', 'title;price', 'Eski sandık;10', 'Eski sandık;10');
    const written = new Date(Date.now() - 40 * 24 * 3_600_000);
    utimesSync(file, written, written);
    expect((await imported(file)).json).toMatchObject({ created: 2, refused: 0 });
    for (const flags of [[], ['--dry-run']])
      expect((await imported(file, ...flags)).json).toMatchObject({ unchanged: 2, refused: 0 });
    expect(await find('Eski sandık')).toHaveLength(2);
  });

  test('a table that was changed since its products were made does not make them again', async () => {
    const file = write('duzelt.csv', 'title;price', 'Bakır tas;10', 'Bakır sini;1,299');
    expect((await imported(file)).json).toMatchObject({ created: 1, refused: 1 });
    const [{ id }] = await find('Bakır tas');
    write('duzelt.csv', 'title;price', 'Bakır tas;12', 'Bakır sini;12,99');
    const { json } = await imported(file);
    expect(json).toMatchObject({ created: 1, refused: 1 });
    expect(readFileSync(json.refusedFile, 'utf8')).toContain(
      `a product is called “Bakır tas” already: name it by its id, ${id}`,
    );
    expect(await find('Bakır')).toHaveLength(2);
    const another = write('baska.csv', 'title;price;handle', 'Bakır tas;12;bakir-tas-buyuk');
    expect((await imported(another)).json).toMatchObject({ created: 1 });
  });

  test('a new product is made of one line, and a barcode is given to what its SKU names', async () => {
    const { id } = await create({ title: 'Tepsi oval', price: 100, sku: 'T-1' });
    const file = write(
      'kod.csv',
      'sku;barcode;title;price',
      'T-1;8697;;120',
      'T-2;;Tepsi yuvarlak;10',
      'T-2;;Tepsi yuvarlak;20',
      '-;;Tepsi adsız;30',
      'T-3;8698;Tepsi kare;30',
      'T-3;8699;Tepsi kare büyük;40',
    );
    const { json } = await imported(file);
    expect(json).toMatchObject({ changed: 1, created: 4, refused: 1 });
    expect(readFileSync(json.refusedFile, 'utf8')).toContain(
      'line 3 has the sku “T-2”, too: make one line of both, or give one of them another sku',
    );
    expect(await get(id)).toMatchObject({ barcode: '8697', price: 12_000 });
    expect((await imported(file)).json).toMatchObject({ unchanged: 5, refused: 1, changed: 0, created: 0 });
  });

  test.each([
    ['a separator in a cell without quotes', 'title,price,stock', 'Kaymış,89,90,5', 'more cells than the header: 5'],
    ['a barcode that a spreadsheet has rounded', 'title;price;barcode', 'Yuvarlak;10;8,69E+12', 'make its column text'],
    ['a barcode that Java has rounded', 'title;price;barcode', 'Yuvarlak;10;8.69791E12', 'make its column text'],
    ['a barcode that says there is none', 'title;price;barcode', 'Barkodsuz;10;yok', 'leave the cell empty'],
    ['a picture of a variant', 'id;variantId;title;picture', 'PRD;+;Resimli;x.png', 'a variant has none of its own'],
    ['a picture that is to go', 'id;variantId;title;picture', 'PRD;;;-', 'a table takes none away'],
  ])('%s is refused', async (_, header, line, reason) => {
    const { id } = await create({ title: 'Yerinde', price: 100 });
    const { json } = await imported(write('g.csv', header, line.replace('PRD', id)));
    expect(json).toMatchObject({ refused: 1, created: 0, changed: 0 });
    expect(readFileSync(json.refusedFile, 'utf8')).toContain(reason);
  });

  test('a second line is told the truth of a line that was refused itself', async () => {
    const file = write('ret.csv', 'barcode;title;price', '8690777;Reddedilen;on lira', '8690777;İkinci satır;10');
    const { json } = await imported(file);
    expect(json).toMatchObject({ refused: 2, created: 0 });
    const told = readFileSync(json.refusedFile, 'utf8');
    expect(told).toContain('line 2 has the barcode “8690777”, too: make one line of both');
    expect(told).not.toContain('new product');
  });

  test('more variants than a product may have are refused with the number, what is the most, and what to do', async () => {
    const lines = Array.from({ length: 150 }, (_, index) => `;+;Beden ${index};`);
    const { json } = await imported(write('cok.csv', 'id;variantId;title;price', ';;Çok bedenli;10', ...lines));
    expect(json).toMatchObject({ refused: 151, created: 0 });
    expect(readFileSync(json.refusedFile, 'utf8')).toContain(
      'the product would have 150 variants, and a product has 100 at most: make several products of it',
    );
  });

  test('lines that say different things of one product are not done one after the other, in however many runs', async () => {
    const fresh = write(
      'iki.csv',
      'handle;title;price;stock',
      'iki-satir-son;İki satır son;69,99;1',
      'iki-satir-son;;55,00;0',
    );
    const all = ['created', 'unchanged', 'unchanged'];
    for (const outcome of all) {
      const { json } = await imported(fresh);
      expect(json).toMatchObject({ [outcome]: 1, changed: 0, refused: 1 });
      expect(readFileSync(json.refusedFile, 'utf8')).toMatch(/iki-satir-son;;55,00;0;.*line 2 .*make one line of both/);
      expect((await find('İki satır son'))[0]).toMatchObject({ price: 6_999, stock: 1 });
    }
    // Written anew, as by whoever downloads it again, it is newer than its product.
    const later = new Date(Date.now() + 60_000);
    utimesSync(fresh, later, later);
    expect((await imported(fresh)).json).toMatchObject({ unchanged: 1, changed: 0, refused: 1 });

    const { id, variants } = await create({
      title: 'Çelişki',
      price: 100,
      handle: 'celiski',
      variants: [{ title: 'S', sku: 'C-S', barcode: '8697001' }],
    });
    const known = write(
      'celiski.csv',
      'handle;barcode;sku;price;stock',
      'celiski;;;12;',
      ';8697001;;5;3',
      'celiski;;;13;',
      ';;C-S;;4',
      ';8697001;;5,00;',
    );
    for (const outcome of [
      { changed: 2, unchanged: 1 },
      { changed: 0, unchanged: 3 },
    ])
      expect((await imported(known)).json).toMatchObject({ ...outcome, refused: 2 });
    expect(readFileSync(`${known}.refused.csv`, 'utf8')).toContain('line 3 says another stock of the same thing');
    expect(await get(id)).toMatchObject({ price: 1_200, variants: [{ id: variants[0].id, price: 500, stock: 3 }] });
  });

  test.each([
    ['a barcode to what has a SKU alone', ['sku;barcode;title;price', 'Y-1;;Kesik bir;10', 'Y-1;86970021;;20']],
    [
      'what was made with variants',
      ['sku;barcode;variantId;title;price', ';;;Kesik iki;10', 'Y-2;86970022;+;S;', ';86970022;;;20', 'Y-2;;;;20'],
    ],
    ['one SKU under another handle', ['sku;handle;title;price', 'Y-3;y-3;Kesik üç;10', 'Y-3;;;20']],
  ])('a table that broke off goes on as if it had not: %s', async (_, [header = '', ...lines]) => {
    const made = lines.filter((line) => line.includes('Kesik') || line.includes('+')).length;
    const file = write('kalan.csv', header, ...lines);
    const times = new Date(Date.now() - 1000);
    // The run that breaks off has read no further than what it made.
    write('kalan.csv', header, ...lines.slice(0, made));
    utimesSync(file, times, times);
    expect((await imported(file)).json).toMatchObject({ created: made, refused: 0 });
    write('kalan.csv', header, ...lines);
    utimesSync(file, times, times);
    for (let run = 0; run < 2; run += 1)
      expect((await imported(file)).json).toMatchObject({ unchanged: made, changed: 0, refused: lines.length - made });
  });

  test('what spreadsheets and programs make of codes and numbers finds the product that is there', async () => {
    const { id } = await create({ title: 'Kodlu', price: 100, barcode: '8697911000024', stock: 1 });
    const lines = ['"=""8697911000024""";20;12.0;%20', '="8697911000024";20;12;20%', '8697911000024.0;20;12,0;20,0'];
    const file = write('kod.csv', 'sep=;', 'Barkod;Fiyat;Stok;KDV', ...lines);
    expect((await imported(file)).json).toMatchObject({ changed: 1, unchanged: 2, refused: 0 });
    expect(await get(id)).toMatchObject({ price: 2_000, stock: 12, vatRate: 20, barcode: '8697911000024' });
    const wrong = write(
      'yanlis.csv',
      'Stok kodu;Ad;Fiyat',
      '1001.0;Sayı olmuş;10',
      '#YOK;Bulunamayan;10',
      "'1001.0;Adı bu;10",
    );
    const { json } = await imported(wrong);
    expect(json).toMatchObject({ created: 1, refused: 2 });
    expect((await find('Adı bu'))[0]).toMatchObject({ sku: '1001.0' });
  });

  test('tags of other shops have commas between them', async () => {
    const file = write('etiket.csv', 'Ad;Etiketler;Fiyat', 'Son etiket;"yaz, pamuk, indirim";12');
    expect((await imported(file)).json).toMatchObject({ created: 1 });
    expect((await find('Son etiket'))[0].tags).toEqual(['yaz', 'pamuk', 'indirim']);
  });

  test('a price list that is to make nothing new makes nothing new', async () => {
    const { id } = await create({ title: 'Listede', price: 100, sku: 'L-1', variants: [{ title: 'S', sku: 'L-S' }] });
    const file = write(
      'liste.csv',
      'id;variantId;Ad;Stok kodu;Fiyat',
      ';;;L-1;15',
      ';;Toplam;;12500',
      ';;0;;1',
      `${id};+;M;;`,
      `${id};+;S;;9`,
    );
    const before = await changes();
    const dry = await imported(file, '--only-existing', '--dry-run');
    expect(dry.json).toMatchObject({ created: 0, changed: 1, refused: 4 });
    expect(await changes()).toBe(before);
    const { json } = await imported(file, '--only-existing');
    expect(json).toMatchObject({ created: 0, changed: 1, refused: 4 });
    const refused = readFileSync(json.refusedFile, 'utf8');
    expect(refused).toContain('no product was found, and --only-existing makes none');
    expect(refused).toContain('no variant was found, and --only-existing makes none');
    expect([await find('Toplam'), (await get(id)).variants.length]).toEqual([[], 1]);
  });

  test('what is missing or wrong is said once, by the name that its column has', async () => {
    const { json } = await imported(
      write('neden.csv', 'Ad;Fiyat;KDV;Varyant no;Stok', 'Fiyatsız;;;;', 'Oransız;10;7;;', 'Takım;10;;;', 'Boy;;;+;-4'),
    );
    expect(json).toMatchObject({ refused: 4 });
    const reasons = readFileSync(json.refusedFile, 'utf8').trim().split('\r\n').slice(1);
    expect(reasons).toEqual([
      expect.stringMatching(/;invalid_request: Fiyat is missing$/),
      expect.stringMatching(/;"?invalid_request: KDV must be [^;]*$/),
      expect.stringMatching(/;"?invalid_request: “Boy”: Stok must be [^;]*$/),
      expect.stringMatching(/^Boy;.*“Boy”: Stok must be/),
    ]);
    const without = await imported(write('fiyatsiz.csv', 'Ad;Stok', 'Fiyatsız;1'));
    expect(readFileSync(without.json.refusedFile, 'utf8')).toContain('price (Fiyat) is missing');
  });

  test('a VAT rate of before July 2023 is refused in words, with the rates in force', async () => {
    const { json } = await imported(
      write('eski-oran.csv', 'Ad;Fiyat;KDV', 'Onsekiz;10;18', 'Sekiz;10;%8', 'Yedi;10;7'),
    );
    expect(json).toMatchObject({ created: 0, refused: 3 });
    const reasons = readFileSync(json.refusedFile, 'utf8').trim().split('\r\n').slice(1);
    expect(reasons).toEqual([
      expect.stringContaining('KDV must be one of 0, 1, 10, 20: 18 is out of force since July 2023'),
      expect.stringContaining('KDV must be one of 0, 1, 10, 20: 8 is out of force since July 2023'),
      expect.stringMatching(/KDV must be one of 0, 1, 10, 20"?$/),
    ]);
  });

  test('identifiers of another shop are left aside, and said once', async () => {
    const file = write(
      'yabanci.csv',
      'ID;Name;Regular price;Images',
      '741;Yabancı ürün;19.90;yok.png',
      '742;Yabancı ikinci;20;',
    );
    const { json, stderr } = await imported(file);
    expect(stderr.match(/Not imported: ID/g)).toHaveLength(1);
    expect(json).toMatchObject({ created: 1, refused: 1 });
    expect((await find('Yabancı ikinci'))[0]).toMatchObject({ price: 2_000 });
    // The mended table names the created product, and nothing of the other shop.
    const [{ id }] = await find('Yabancı ürün');
    writeFileSync(at('yok.png'), exampleImage());
    expect(readFileSync(json.refusedFile, 'utf8')).toContain(`${id};Yabancı ürün;`);
    expect((await imported(json.refusedFile)).json).toMatchObject({ changed: 1, refused: 0 });
  });

  test('what ends an import is told with what was done before it', async () => {
    const { id, token } = await site.mint('developer', ['catalog:read', 'catalog:write']);
    const gateway = await openGateway(site.url);
    let isRevoked = false;
    gateway.next(async (requested, body) => {
      if (requested === '/v1/commands' && JSON.parse(body).auditId && !isRevoked) {
        isRevoked = true;
        await site.world.done('token.revoke', { tokenId: id }, { as: site.world.owner });
      }
      return body;
    });
    const file = write('son.csv', 'title;price', 'Son çare;10', 'Geç kalan;10');
    const cut = tezgah.with({ TEZGAH_URL: gateway.url, TEZGAH_TOKEN: token });
    const { code, json, stdout } = await cut.run(['catalog', 'import', file, '--json', '--concurrency', '1']);
    await gateway.close();
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect([code, json]).toEqual([3, expect.objectContaining({ created: 1, error: expect.anything() })]);
  });

  test('an answer that is lost on the way does nothing twice', async () => {
    const gateway = await openGateway(site.url);
    const lossy = tezgah.with({ TEZGAH_URL: gateway.url });
    await lossy.run(['whoami']);
    gateway.next('lost');
    const file = write('c.csv', 'title;price', 'Kayıp ürün;10', 'Kayıp ürün;10');
    expect((await lossy.run(['catalog', 'import', file, '--json'])).json).toMatchObject({ created: 2, refused: 0 });
    await gateway.close();
    expect(await find('Kayıp ürün')).toHaveLength(2);
    expect((await imported(file)).code).toBe(0);
    expect(await find('Kayıp ürün')).toHaveLength(2);
  });

  test('one that is killed goes on where it was', async () => {
    const gateway = await openGateway(site.url);
    const names = Array.from({ length: 40 }, (_, index) => `Yarım ${index}`);
    const file = write(
      'yarim.csv',
      'title;price;variantId;field:note',
      ...names.flatMap((name) => [`${name};10;;x`, 'Boy;;+;']),
    );
    const program = path.join(__dirname, '../../dist/src/cli/main.js');
    const child = spawn(process.execPath, [program, 'catalog', 'import', file], {
      stdio: 'ignore',
      env: { PATH: process.env.PATH, HOME: folder, TEZGAH_URL: gateway.url, TEZGAH_TOKEN: token },
    });
    await eventually(() => gateway.seen.filter(({ method }) => method === 'POST').length >= 25, 60_000, 5);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await gateway.close();
    const { json } = await imported(file);
    expect(json).toMatchObject({ lines: 80, refused: 0, proposed: 0 });
    expect(json.unchanged).toBeGreaterThan(0);
    const made = await site.rows<{ title: string; variants: number; note: string }>(
      `SELECT p.title, p.variant_count::int AS variants FROM catalog_product p WHERE p.title LIKE 'Yarım %' ORDER BY p.created_at`,
    );
    expect(made.map(({ title }) => title).toSorted()).toEqual(names.toSorted());
    expect(made.every(({ variants }) => variants === 1)).toBe(true);
    expect(
      await site.rows(
        `SELECT 1 FROM metafield_values WHERE owner_id IN (SELECT id FROM catalog_product WHERE title LIKE 'Yarım %')`,
      ),
    ).toHaveLength(40);
  });

  test('of an agent every change is proposed, and nothing else happens', async () => {
    const { id } = await create({ title: 'Sürahi', price: 100, handle: 'surahi' });
    const { token } = await site.mint('agent');
    const file = write('d.csv', 'handle;price;title', 'surahi;200;', ';50;Önerilen');
    const { code, json } = await tezgah.with({ TEZGAH_TOKEN: token }).run(['catalog', 'import', file, '--json']);
    expect([code, json]).toEqual([7, expect.objectContaining({ proposed: 2, refused: 0 })]);
    expect(await get(id)).toMatchObject({ price: 100 });
    expect(await find('Önerilen')).toEqual([]);
  });

  test('is read with the headers that shops have, its categories by their names and its pictures in any number', async () => {
    await site.world.done('metafield.definition.create', {
      target: 'product',
      key: 'kalip',
      type: 'text',
      label: 'Kalıp',
    });
    const { id: categoryId } = await site.world.done('catalog.category.create', { name: 'Çay Takımları' });
    for (const name of ['bir.png', 'üç.png']) writeFileSync(at(name), exampleImage());
    writeFileSync(at('iki.png'), Buffer.concat([exampleImage(), Buffer.alloc(1)]));
    const file = write(
      'pazar.csv',
      'Barkod;Ürün Adı;Satış Fiyatı;KDV;Stok Adedi;Kategori;Görsel 1;Görsel 2;Görsel 3;KALIP;Desi',
      '8690000000555;Takım;1.299,90;20;7;çay takımları;bir.png;iki.png;üç.png;dar;3',
    );
    const refused = await tezgah.run(['catalog', 'import', file]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('No column is called “Desi”')]);
    expect(refused.stderr).toContain('field:kalip (Kalıp)');
    const { json, stderr } = await imported(file, '--ignore-unknown');
    expect([json, stderr]).toEqual([
      expect.objectContaining({ created: 1, refused: 0 }),
      expect.stringContaining('Desi'),
    ]);
    const [{ id }] = await find('Takım');
    expect(await get(id)).toMatchObject({
      ...{ title: 'Takım', barcode: '8690000000555', price: 129_990, vatRate: 20, stock: 7, categoryId },
      media: [{ mediaId: expect.any(String) }, { mediaId: expect.any(String) }],
      metafields: [{ key: 'kalip', value: 'dar' }],
    });
    const wrong = write('b.csv', 'Barkod;Kategori', '8690000000555;Kahve Takımları');
    expect(readFileSync((await imported(wrong)).json.refusedFile, 'utf8')).toContain('no category is called');
  });

  test('holds all of a product where it is asked for whole, and changes nothing when it is imported', async () => {
    const { id } = await create({ title: 'Bütün', price: 100, description: '<p>Uzun\n=HYPERLINK("a";"b")</p>' });
    const file = await exported('--whole', '--headers', 'tr');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('<p>Uzun');
    expect(text.split('\r\n')[0]).toMatch(/^\ufeffÜrün no;.*;Kalıp(;|$)/);
    expect(text).toContain('Çay Takımları');
    const before = await changes();
    expect((await imported(file)).json).toMatchObject({ changed: 0, refused: 0 });
    expect(await changes()).toBe(before);
    expect((await get(id)).description).toBe('<p>Uzun\n=HYPERLINK("a";"b")</p>');
  });

  test.each<[string, string[], RegExp]>([
    [
      'all columns that nobody knows, with what was perhaps meant',
      ['titel;price;Bakord;Desi', 'x;1'],
      /“titel” \(Did you mean title\?\), “Bakord” \(Did you mean barkod\?\), “Desi”/,
    ],
    ['a workbook', ['PK\u0003\u0004\u0014'], /is a workbook .*save it as “CSV UTF-8”/],
    ['a column that nobody knows', ['titel;price', 'x;1'], /No column is called “titel”/],
    ['a column twice', ['title;Ad', 'x;y'], /The column title is there twice/],
    ['no column that names a product', ['price', '1'], /No column says which product/],
    ['nothing', [''], /has no header/],
  ])('%s is said before anything is sent', async (_, lines, said) => {
    const before = await changes();
    const { code, stderr } = await tezgah.run(['catalog', 'import', write('e.csv', ...lines)]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
    expect(await changes()).toBe(before);
  });
});
