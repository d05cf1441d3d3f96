import fc from 'fast-check';
import { cellOf } from '../../src/catalog/spreadsheet/cell';
import type { Door } from '../../src/catalog/spreadsheet/door';
import { type Reason, ReasonedError } from '../../src/catalog/spreadsheet/errors';
import { TableExport } from '../../src/catalog/spreadsheet/export';
import { type Outcome, outcomes, type RunOptions, TableImport } from '../../src/catalog/spreadsheet/import';
import { keyOfNew } from '../../src/catalog/spreadsheet/key';
import { readableColumns, sampleRows } from '../../src/catalog/spreadsheet/readable';
import { type Format, sheetBytes } from '../../src/catalog/spreadsheet/sheet';
import { en } from '../../src/catalog/spreadsheet/words';
import { leastId, stepKey } from '../../src/kernel/ids';
import { importColumns } from '../../src/panel/text/import-columns';
import { reasons as inPanel } from '../../src/panel/text/reasons';
import { type Answer, type OwnerSession, openSite, type Site } from '../surfaces/site';
import { runsOf } from '../world/runs';

/** An answer that the shop has not given: the door throws it. */
class Refused extends Error {
  constructor(readonly answer: Answer) {
    super(JSON.stringify(answer.body));
  }
}

describe('the catalogue as a table, read and written by a program of the browser', () => {
  let site: Site;
  let session: OwnerSession;
  let door: Door;
  let sent: string[];
  beforeAll(async () => {
    site = await openSite({ environment: { TEZGAH_THROTTLE_PER_MINUTE: '100000' } });
    session = await site.session();
    const [routes, commands] = await Promise.all(['routes', 'commands'].map((name) => ask('GET', `/v1/${name}`)));
    door = {
      declared: { routes: routes?.body.items, commands: commands?.body.items },
      async send({ method, path, query = {}, body, expects = [] }) {
        const search = new URLSearchParams(
          Object.entries(query).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, String(value)] as [string, string]],
          ),
        );
        if (method === 'POST') sent.push((body as { command: string }).command);
        const answer = await ask(method, search.size > 0 ? `${path}?${search}` : path, body);
        if (answer.status >= 400 && !expects.includes(answer.status)) throw new Refused(answer);
        return { ...answer, isReplayed: answer.headers.get('Idempotent-Replayed') === 'true' };
      },
      refusalOf: (error) => (error instanceof Refused ? { ...error.answer.body, isReplayed: false } : undefined),
      bringPicture: () => Promise.reject(new Error('no picture')),
    };
  });
  beforeEach(() => {
    sent = [];
  });
  afterAll(() => site.close());

  const ask = (method: string, path: string, body?: unknown) => site.call(method, path, { session, body });
  const create = (payload: object) => site.world.done('catalog.product.create', payload);
  const get = (id: string) => site.world.read('catalog.products.get', { params: { prd: id } });

  async function exported(format: Format, headers: 'names' | 'tr' | 'en', isWhole = false): Promise<Uint8Array> {
    const table = await TableExport.open(door, { status: 'all', headers, isWhole, url: site.url });
    const pieces: Uint8Array[] = [];
    for await (const { bytes } of table.pieces(format)) pieces.push(bytes);
    return Buffer.concat(pieces);
  }

  /** In pieces that end anywhere. */
  async function* cut(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
  }

  const opened = (bytes: Uint8Array, { onlyExisting = false, notes = [] as Reason[] } = {}) =>
    TableImport.open(
      door,
      {
        source: { name: 'urunler.csv', head: async (count) => bytes.subarray(0, count), pieces: () => cut(bytes) },
        stated: {},
        writtenMs: Date.now() + 1,
        storeId: site.world.storeId,
        ignoresUnknown: true,
        onlyExisting,
      },
      { onNote: (note) => notes.push(note), onRead: () => {} },
    );

  async function run(table: TableImport, options: Partial<RunOptions> = {}) {
    const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
    const reasons: Reason[] = [];
    const failure = await table.run(
      { dryRun: false, checksMax: Number.POSITIVE_INFINITY, concurrency: 4, ...options },
      {
        onRefused(lines, reason) {
          counts.refused += lines.length;
          reasons.push(reason);
        },
        onDone(outcome, lines) {
          counts[outcome] += lines;
        },
      },
    );
    if (failure) throw failure.error;
    return { counts, reasons };
  }
  const imported = async (text: string, options = {}) => run(await opened(Buffer.from(text)), options);

  test('what was exported changes nothing when it is imported, whatever it holds and however it is written', async () => {
    const text = fc
      .string({ unit: fc.constantFrom(...'abİğ =+-@\'"|;,0'), maxLength: 20 })
      .map((value) => value.replaceAll(/\s+/g, ' ').trim());
    const title = text.filter((value) => value !== '');
    const amount = fc.nat(10_000_000);
    const stock = fc.option(fc.nat(1_000));
    const code = fc.option(fc.stringMatching(/^[A-Z0-9]{1,12}$/));
    const given = { title, price: amount, stock, sku: code };
    const product = fc.record({
      ...given,
      description: text,
      vatRate: fc.constantFrom(0, 1, 10, 20),
      tags: fc.uniqueArray(
        fc.stringMatching(/^[a-zçğ|, ]{1,10}$/).map((tag) => tag.trim()),
        { maxLength: 3 },
      ),
      variants: fc.uniqueArray(fc.record(given), { maxLength: 3, selector: ({ title: each }) => each }),
    });
    const formats: readonly Format[] = [
      { separator: ';', encoding: 'utf-8' },
      { separator: ',', encoding: 'utf-16le' },
    ];
    const makes = async (payload: { readonly tags: readonly string[] }): Promise<void> => {
      const { status } = await site.world.run('catalog.product.create', {
        ...payload,
        tags: payload.tags.filter((tag) => tag !== ''),
      });
      // A product that the shop refuses is in no table.
      fc.pre(status === 200);
    };
    let held = 0;
    await fc.assert(
      fc.asyncProperty(
        product,
        fc.constantFrom(...formats),
        fc.constantFrom('names', 'tr'),
        async (each, format, headers) => {
          await makes(each);
          held += 1;
          sent = [];
          const bytes = await exported(format, headers as 'names' | 'tr', true);
          const table = await opened(bytes);
          const { counts, reasons } = await run(table);
          expect(reasons.map((reason) => reason(en))).toEqual([]);
          expect(counts).toEqual({ created: 0, changed: 0, unchanged: table.total, proposed: 0, refused: 0 });
          expect(sent).toEqual([]);
        },
      ),
      { numRuns: runsOf(8) },
    );
    expect(held).toBeGreaterThan(0);
  });

  test.each(['tr', 'en'] as const)(
    'the sample in %s is taken as it stands, before and after it was',
    async (language) => {
      const columns = await readableColumns(door);
      const rows = sampleRows(columns, language, importColumns[language].products, cellOf);
      const bytes = sheetBytes(rows, { separator: ';', encoding: 'utf-8' }, true);
      const notes: Reason[] = [];
      const open = () => opened(bytes, { notes });
      expect((await run(await open(), { dryRun: true })).counts).toMatchObject({ created: 4, refused: 0 });
      expect((await run(await open())).counts).toMatchObject({ created: 4, refused: 0 });
      expect((await run(await open(), { dryRun: true })).counts).toMatchObject({ unchanged: 4, refused: 0 });
      expect(notes.map((note) => note(en))).toEqual([]);
    },
  );

  test('each column that an import reads is listed, with the ones that a new product needs', async () => {
    await site.world.done('metafield.definition.create', {
      target: 'variant',
      key: 'beden_notu',
      type: 'text',
      label: 'Beden notu',
    });
    const columns = await readableColumns(door);
    const bytes = await exported({ separator: ';', encoding: 'utf-8' }, 'names', true);
    const [header = ''] = Buffer.from(bytes).toString().replace('\ufeff', '').split('\r\n');
    expect(columns.map(({ name }) => name)).toEqual(header.split(';'));
    const needed = columns.filter(({ need }) => need === 'new').map(({ name }) => name);
    expect(needed.toSorted()).toEqual(['price', 'title']);
    expect((await imported('title;stock\nYalnız adı var;1\n', { dryRun: true })).counts).toMatchObject({ refused: 1 });
    expect(columns.find(({ name }) => name === 'field:beden_notu')).toMatchObject({ isOfVariants: true });
    for (const { name, kind } of columns)
      for (const { cells, kinds } of [importColumns.tr, importColumns.en])
        expect(cells[name] ?? kinds[kind]).toMatch(/\S/);
  });

  test('a preview changes nothing, and asks the shop of so many changes as it is told', async () => {
    const products = await Promise.all(
      [1, 2, 3].map((at) => create({ title: `Bardak ${at}`, price: 100, sku: `BRD-${at}` })),
    );
    const text = `SKU;Fiyat\nBRD-1;2,00\nBRD-2;3,00\nBRD-3;1,00\n`;
    expect((await imported(text, { dryRun: true, checksMax: 1 })).counts).toMatchObject({ changed: 2, unchanged: 1 });
    expect(sent).toEqual(['catalog.price.set']);
    expect((await get(products[0].id)).price).toBe(100);
  });

  test('what somebody changes between the preview and its application is refused and not overwritten', async () => {
    const [priced, described, counted] = [
      await create({ title: 'Sürahi', price: 100, sku: 'SRH' }),
      await create({ title: 'Kase', price: 100, sku: 'KSE', description: 'eski' }),
      await create({ title: 'Kepçe', price: 100, sku: 'KPC', stock: 10 }),
    ];
    const text = 'SKU;Başlık;Açıklama;Fiyat;Stok\nSRH;;;5,00;\nKSE;Kase;yeni;;\nKPC;;;;10\n';
    const table = await opened(Buffer.from(text.replace('Başlık', 'title').replace('Açıklama', 'description')));
    expect((await run(table, { dryRun: true })).counts).toMatchObject({ changed: 2, unchanged: 1 });
    const set = (targetId: string, price: number) => site.world.done('catalog.price.set', { targetId, price });
    await set(priced.id, 700);
    await site.world.done('catalog.product.update', { productId: described.id, title: 'Büyük kase' });
    await site.world.done('catalog.stock.set', { targetId: counted.id, stock: 9 });
    const { counts, reasons } = await run(table);
    expect(counts).toMatchObject({ changed: 0, unchanged: 1, refused: 2 });
    expect(reasons.map((reason) => reason(en))).toEqual(
      expect.arrayContaining([expect.stringContaining('has changed since'), expect.stringContaining('rev_conflict')]),
    );
    expect(await get(priced.id)).toMatchObject({ price: 700 });
    expect(await get(described.id)).toMatchObject({ title: 'Büyük kase', description: 'eski' });
    // It was sold meanwhile, and the table says what it was before.
    expect(await get(counted.id)).toMatchObject({ stock: 9 });
  });

  test('one that is stopped says what it has done, and goes on without doing anything twice', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `Tabak ${at};10,00;1`);
    const bytes = Buffer.from(['Başlık;Fiyat;Stok', ...lines].join('\n').replace('Başlık', 'title'));
    const writtenMs = Date.now() + 1;
    const open = () =>
      TableImport.open(
        door,
        {
          source: { name: 'tabak.csv', head: async () => bytes, pieces: () => cut(bytes) },
          stated: {},
          writtenMs,
          storeId: site.world.storeId,
          ignoresUnknown: true,
          onlyExisting: false,
        },
        { onNote: () => {}, onRead: () => {} },
      );
    const stop = new AbortController();
    let made = 0;
    await (await open()).run(
      { dryRun: false, checksMax: 0, concurrency: 4, signal: stop.signal },
      {
        onRefused: () => {},
        onDone() {
          made += 1;
          if (made === 10) stop.abort();
        },
      },
    );
    expect(made).toBeGreaterThanOrEqual(10);
    expect(made).toBeLessThan(20);
    const { counts } = await run(await open());
    expect(counts).toMatchObject({ created: 40 - made, unchanged: made, refused: 0 });
    const { total } = await site.world.read('catalog.products.list', { query: { text: 'Tabak', total: true } });
    expect(total).toBe(40);
  });

  test('a large table is compared beside other work, and keeps none of its lines', async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `YOK-${at};1,00`);
    let turns = 0;
    const clock = setInterval(() => {
      turns += 1;
    });
    const table = await opened(Buffer.from(['SKU;Fiyat', ...lines].join('\r\n')), { onlyExisting: true });
    turns = 0;
    const { counts } = await run(table, { dryRun: true });
    clearInterval(clock);
    expect(counts.refused).toBe(5_000);
    // Fifty times it lets others have their turn.
    expect(turns).toBeGreaterThan(5);
  });

  test('a new product has the key here that the command line has given it', async () => {
    expect(await keyOfNew(1_700_000_000_000, 'sto_1 0 {"a":1}')).toBe(
      stepKey(leastId('csv', 1_700_000_000_000), 'sto_1 0 {"a":1}'),
    );
  });

  test('reasons are Turkish for merchants, by the headings of their table', async () => {
    await create({ title: 'Çay', price: 100, barcode: '8697911000031' });
    const text = 'Barkod;Başlık;Fiyat;Stok\n8697911000031;;1,299;\n8,69E+12;Bal;1,00;1\n;;5,00;1\n';
    const { reasons } = await imported(text.replace('Başlık', 'title'), { dryRun: true });
    expect(reasons.map((reason) => reason(inPanel.tr))).toEqual([
      'Fiyat: “1,299” bir tutar değil: 1299,90 gibi lira yazın',
      expect.stringContaining('yuvarlanmış'),
      expect.stringContaining('yeni ürünün adı olmalı'),
    ]);
    const refused = await imported(`Barkod;title;Fiyat;Stok\n;${'u'.repeat(500)};1,00;1\n`);
    expect(refused.reasons.map((reason) => reason(inPanel.tr))).toEqual([
      expect.stringMatching(/^title: en çok \d+ karakter olmalı$/),
    ]);
    const workbook = opened(Buffer.from('PK\u0003\u0004xlsx'));
    const error = await workbook.catch((thrown: unknown) => thrown as ReasonedError);
    expect(error).toBeInstanceOf(ReasonedError);
    expect((error as ReasonedError).said(inPanel.tr)).toContain('CSV UTF-8');
  });
});
