import '../world/fast-check';
import { createHash } from 'node:crypto';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import fc from 'fast-check';
import { kurusIn } from '../../src/kernel/money';
import { type Block, blocksOf, htmlOf } from '../../src/order/belge/block';
import { belgeHtml } from '../../src/order/belge/documents';
import { drawPdf } from '../../src/order/belge/pdf-page';
import { belgeKinds } from '../../src/order/belge/table';
import { agreedOn, agreements, lineOf, seller } from './belge';

const text = fc.string({ unit: 'grapheme' });
const blocks: fc.Arbitrary<Block[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('title', 'heading', 'text'), text }),
    fc.record({ kind: fc.constant('list'), items: fc.array(text) }),
    fc.record({ kind: fc.constant('facts'), rows: fc.array(fc.tuple(text, text)) }),
    fc.record({
      kind: fc.constant('table'),
      head: fc.tuple(text, text),
      rows: fc.array(fc.tuple(text, text)),
    }),
  ) as fc.Arbitrary<Block>,
);

const drawn = (of: readonly Block[]) =>
  drawPdf({ title: 'Belge', at: '2026-11-20T09:15:00.000Z', foot: 'SHA-256 …', blocks: of });

/** Grey values of the pages of a PDF, at four pixels a point: what a reader sees, whatever can be copied out of the file. */
async function pagesOf(pdf: Buffer) {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pages: { width: number; height: number; grey(x: number, y: number): number }[] = [];
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: 4, render: async ({ data }) => data });
    pages.push({ width, height, grey: (x, y) => data[(y * width + x) * 4] as number });
  }
  document.destroy();
  library.destroy();
  return pages;
}

describe('legal documents of orders', () => {
  test('say what they said when their page is read again', () => {
    fc.assert(fc.property(blocks, (said) => expect(blocksOf(htmlOf('Belge', said))).toEqual(said)));
  });

  test.each(belgeKinds)('%s names lines that add up to its total, whatever was sold', (kind) => {
    const amount = (said: string | undefined): number => kurusIn((said ?? '0').replace('−', '')) as number;
    fc.assert(
      fc.property(agreements, (agreed) => {
        const parts = blocksOf(belgeHtml(kind, agreed));
        const lines = parts.flatMap((part) => (part.kind === 'table' ? part.rows : []));
        const facts = Object.fromEntries(parts.flatMap((part) => (part.kind === 'facts' ? part.rows : [])));
        const goods = lines.reduce((sum, cells) => sum + amount(cells[4]), 0);
        expect(lines).toHaveLength(agreed.lines.length);
        expect(goods).toBe(amount(facts['Ürünlerin toplamı']));
        expect(goods - amount(facts.İndirim) + amount(facts.Kargo) + amount(facts['Kapıda ödeme bedeli'])).toBe(
          amount(facts['Ödenecek toplam']),
        );
        expect(amount(facts['Ödenecek toplam'])).toBe(agreed.order.total);
      }),
    );
  });

  test('name everything that the Regulation wants named before a buyer is bound (Art. 5(1))', () => {
    const html = belgeHtml('preliminary_information', agreedOn([lineOf()], { codFee: 1_500, shippingTotal: 4_990 }));
    for (const said of [
      seller.title,
      seller.mersis,
      seller.phone,
      seller.email,
      'Çeşme Suyu',
      '1.234,50 ₺',
      '1.299,40 ₺',
      'Kapıda ödeme bedeli',
      'KDV dâhil',
      '1–3 gün içinde',
      '14 gün içinde hiçbir gerekçe göstermeden',
      'Yurtiçi Kargo olarak belirlenmiştir',
      'iade kargo ücreti ödemez',
      'tüketici hakem heyetine',
      'arabulucuya başvurduktan sonra tüketici mahkemesine',
      'ödeme yükümlülüğü',
      'depozito',
    ])
      expect(html).toContain(said);
    expect(html).not.toContain('madde 15/1');
  });

  test('charge nobody for returns where no carrier is named, and tell buyers of the ways that cost them something', () => {
    const of = (more: Partial<typeof seller>) =>
      belgeHtml('distance_contract', agreedOn([lineOf()], {}, { seller: { ...seller, ...more } }));
    expect(of({ returnCarrier: null })).toContain('alıcıdan iade kargo ücreti istenmez');
    const borne = of({
      returnCostBorneBy: 'shopper',
      returnCostDisclosure: 'Başka firmada 90 TL tutar.\nKutuyla gönderin.',
    });
    expect(borne).toContain('Başka bir taşıyıcıyla gönderilirse ücretini alıcı öder.');
    expect(borne).toContain('<p>Başka firmada 90 TL tutar.</p>');
  });

  test('except what the products say, and nothing else', () => {
    const code = lineOf({
      title: 'E-pin',
      requiresShipping: false,
      digitalKind: 'code_pool',
      withdrawalException: 'instant_digital',
    });
    const mixed = belgeHtml('distance_contract', agreedOn([code, lineOf()]));
    expect(mixed).toContain('E-pin: (ğ) elektronik ortamda anında ifa edilen hizmetler');
    expect(mixed).toContain('hangi donanım ve yazılımla çalıştıkları');
    expect(mixed).not.toContain('Çeşme Suyu: (');
    expect(belgeHtml('distance_contract', agreedOn([code]))).toContain('Bu siparişteki ürünlerde');
  });

  test('have the same bytes whenever they are drawn', async () => {
    const parts = blocksOf(belgeHtml('distance_contract', agreedOn([lineOf({ title: 'Ölçü kaşığı' }), lineOf()])));
    const digests = [await drawn(parts), await drawn(parts)].map((pdf) =>
      createHash('sha256').update(pdf).digest('hex'),
    );
    expect(digests[1]).toBe(digests[0]);
  });

  test('show the letters of Turkish and the sign of the lira', async () => {
    const letters = [...'gğsşiıIİcçoöuüGĞSŞCÇOÖUÜ₺\u{10FFFF}'];
    const [page] = await pagesOf(await drawn(letters.map((said) => ({ kind: 'text', text: said }) as const)));
    if (!page) throw new Error('nothing was drawn');
    // A line of Noto Sans at 12 points, the gap of its lines and that of paragraphs.
    const pitch = (12 * 1.362 + 1.5 + 6) * 4;
    const shapes = letters.map((_, place) => {
      const top = Math.round(50 * 4 + place * pitch);
      let ink = '';
      for (let y = top; y < top + Math.floor(pitch); y += 1)
        for (let x = 50 * 4; x < 50 * 4 + 60; x += 1) ink += page.grey(x, y) < 128 ? '#' : ' ';
      return ink;
    });
    const blank = letters.filter((_, place) => (shapes[place]?.match(/#/g)?.length ?? 0) < 60);
    expect(blank).toEqual([]);
    // None looks like another, nor like what stands for a glyph that a font has not.
    expect(new Set(shapes).size).toBe(letters.length);
  });

  test('are drawn of whatever a product is called', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 20 }), async (titles) => {
        const lines = titles.map((title) => lineOf({ title }));
        const pdf = await drawn(blocksOf(belgeHtml('preliminary_information', agreedOn(lines))));
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      }),
      { numRuns: 10 },
    );
  });

  test('go on over pages, each with the head of its table, when an order is long', async () => {
    const lines = Array.from({ length: 200 }, (_, place) => lineOf({ title: `Ürün ${place}`, quantity: 2 }));
    const pages = await pagesOf(await drawn(blocksOf(belgeHtml('preliminary_information', agreedOn(lines)))));
    expect(pages.length).toBeGreaterThan(6);
    for (const { width, height, grey } of pages) {
      const inkIn = (from: number, to: number): number => {
        let ink = 0;
        for (let y = from; y < to; y += 2) for (let x = 0; x < width; x += 2) if (grey(x, y) < 128) ink += 1;
        return ink;
      };
      // Something at the top and at the foot of each page, and nothing at its very edges.
      expect(inkIn(50 * 4, 70 * 4)).toBeGreaterThan(50);
      expect(inkIn(height - 90 * 4, height - 50 * 4)).toBeGreaterThan(50);
      expect(inkIn(0, 45 * 4) + inkIn(height - 45 * 4, height)).toBe(0);
    }
  });
});
