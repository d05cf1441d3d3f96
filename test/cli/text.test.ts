import type { Schema } from '../../src/cli/json-schema';
import { previewLines } from '../../src/cli/preview';
import { Terminal } from '../../src/cli/terminal';
import { render } from '../../src/cli/text';
import { meaningsOf, placeOf } from '../../src/kernel/schema/meaning';
import { label, nullable, object, oneOf, t, telling, unit, words } from '../../src/kernel/schema/schema';

const terminal = new Terminal(false);
const titles = new Map<string, string>();
const titleFieldOf = () => null;
const kurus = t.Integer(unit('kuruş'));
const asDocument = (schema: unknown): Schema => JSON.parse(JSON.stringify(schema));

describe('an answer for people', () => {
  test('a number is money where its schema says so, whatever other fields are called', () => {
    const schema = asDocument(
      object({
        price: t.Integer(),
        bill: object({ lines: t.Array(nullable(object({ amount: nullable(kurus), price: t.Integer() }))) }),
      }),
    );
    const body = { price: 1_000, bill: { lines: [{ amount: 1_000, price: 1_000 }] }, amount: 1_000 };
    expect(render(body, { place: placeOf(schema), terminal })).toBe(
      'price   1000\nbill\n  lines\n    AMOUNT    PRICE\n    10,00 TL  1000\namount  1000',
    );
    expect(render({ price: 1_000 }, { place: placeOf(undefined), terminal })).toBe('price  1000');
    const page = asDocument(object({ items: t.Array(object({ title: t.String(), price: t.Integer(), cost: kurus })) }));
    const items = [{ title: 'Çay', price: 5, cost: 250 }];
    expect(render({ items }, { place: placeOf(page), terminal })).toBe('TITLE  COST     PRICE\nÇay    2,50 TL  5');
  });

  test('the columns of a page are headed by what people call the fields, unless several are called the same', () => {
    const named = label('Son değişiklik', 'Last change')(t.String());
    const page = object({
      items: t.Array(
        object({
          vatRate: label('KDV (%)', 'VAT (%)')(t.Integer()),
          updatedAt: named,
          movedAt: named,
          note: t.String(),
        }),
      ),
    });
    const items = [{ vatRate: 20, updatedAt: 'a', movedAt: 'b', note: 'c' }];
    expect(render({ items }, { place: placeOf(asDocument(page)), terminal })).toBe(
      'VAT (%)  UPDATEDAT  MOVEDAT  NOTE\n20       a          b        c',
    );
  });

  test('a size reads as one, also inside of a list: nothing of ours is written out as a sign', () => {
    const files = t.Array(object({ size: t.Integer(unit('bytes')) }));
    const body = { files: [{ size: 75 }] };
    expect(render(body, { place: placeOf(asDocument(object({ files }))), terminal })).toBe('files\n  SIZE\n  75 B');
  });

  test('a page has what its parts say, lists in a line, and what is long at its end', () => {
    const items = [
      {
        key: 'a',
        summary: { tr: 'Uzun', en: 'Long' },
        installed: { enabled: true, rights: { all: 1 } },
        blockedBy: [],
      },
      { key: 'b', summary: { tr: 'Kısa', en: 'Short' }, installed: null, blockedBy: ['x', 'y'] },
    ];
    const shown =
      'KEY  INSTALLED ENABLED  BLOCKEDBY  SUMMARY\na    yes                –          Long\nb    –                  x, y       Short';
    expect(render({ items }, { place: placeOf(undefined), terminal })).toBe(shown);
    const whole = render(
      { valid: false, errors: [{ pointer: '/a', message: 'is none' }] },
      { place: placeOf(undefined), terminal },
    );
    expect(whole).toBe('valid   no\nerrors\n  POINTER  MESSAGE\n  /a       is none');
  });

  test('a long text takes the room that the terminal has left, and is cut where there is none', () => {
    const why = 'The store has no way to be paid: no bank account, no provider of payments.';
    const told = { points: [{ point: 'payment', why: { tr: '–', en: why } }] };
    const at = (columns: number) =>
      render(told, { place: placeOf(undefined), terminal: { columns } as unknown as Terminal }).split('\n')[2];
    expect(at(100)).toBe(`  payment  ${why}`);
    expect(at(70)).toBe(`  payment  ${why.slice(0, 58)}…`);
    expect(at(40)).toBe('  payment');
  });

  test('a page says behind an identifier what it is called', () => {
    const items = [
      { entityId: 'prd_1', note: 'prd_2' },
      { entityId: 'prd_2', note: null },
    ];
    expect(render({ items, references: { prd_1: 'Cezve\nprd_9' } }, { place: placeOf(undefined), terminal })).toBe(
      'ENTITYID           NOTE\nprd_1 Cezve⏎prd_9  prd_2\nprd_2              –',
    );
  });

  test('a preview calls fields and states what the server calls them, at any depth', () => {
    const parcel = object({
      size: label('Boyut', 'Size')(object({ cost: label('Bedel', 'Cost')(kurus), width: t.Integer() })),
      state: label('Durum', 'State')(oneOf(['open'], words({ open: ['açık', 'still open'] }))),
    });
    const meanings = meaningsOf([{ word: 'parcel', schema: asDocument(parcel) }]);
    const change = (field: string, after: unknown) => ({ entity: 'parcel', id: 'prc_1', field, before: null, after });
    const changes = [change('state', 'open'), change('size', { cost: 100, width: 100 })];
    expect(previewLines({ changes }, { terminal, meanings, titles, titleFieldOf })).toEqual([
      'parcel prc_1',
      '  field  before  after',
      '  State  –       still open',
      '  Size',
      '    - –',
      '    + Cost 1,00 TL',
      '    + width 100',
    ]);
    const other = [{ ...change('state', 'open'), entity: 'stranger' }];
    expect(previewLines({ changes: other }, { terminal, meanings, titles, titleFieldOf })).toContain(
      '  state  –       "open"',
    );
    const head = (titleField: string | null) =>
      previewLines({ changes: other }, { terminal, meanings, titles, titleFieldOf: () => titleField })[0];
    expect([head(null), head('state')]).toEqual(['stranger prc_1', 'stranger "open" prc_1']);
  });

  test('no text of others begins a line or hides in one', () => {
    const text = 'x\nHash 123\r\n\u001b[2J\u202e\u200b\u2028y';
    const body = { [text]: text, list: [text], nested: [{ [text]: text }] };
    const lines = render(body, { place: placeOf(undefined), terminal }).split('\n');
    expect(lines).toHaveLength(5);
    expect(lines.join('')).toMatch(/^[\p{L}\p{N}\p{P}\p{S} ]+$/u);
  });

  test('nor do the names of what a preview changes', () => {
    const change = { entity: 'product', id: 'a\nprice  1,00 TL', field: 'b\nHash 1', before: null, after: 1 };
    expect(previewLines({ changes: [change] }, { terminal, meanings: meaningsOf([]), titles, titleFieldOf })).toEqual([
      'product "a\\nprice  1,00 TL"',
      '  field        before  after',
      '  "b\\nHash 1"  –       1',
    ]);
  });

  test('a change shows where long texts differ, and of lists what differs', () => {
    const long = 'Bu ürün yüzde yüz pamuktur. '.repeat(300);
    const variants = Array.from({ length: 100 }, (_, index) => ({ id: `var_${index}`, title: 'S', sku: `S-${index}` }));
    const changes = [
      { entity: 'product', id: 'prd_1', field: 'description', before: `${long}TR11`, after: `${long}TR99 "` },
      {
        entity: 'product',
        id: 'prd_1',
        field: 'variants',
        before: variants,
        after: variants.with(50, { id: 'var_50', title: 'S', sku: 'EVIL' }).toSpliced(99, 1),
      },
    ];
    const context = `${long}TR`.slice(-80);
    const skipped = `(${long.length + 2 - 80} characters unchanged)`;
    const part = object({ id: telling(t.String()), title: telling(t.String()), sku: t.String() });
    const meanings = meaningsOf([{ word: 'product', schema: asDocument(object({ variants: t.Array(part) })) }]);
    expect(previewLines({ changes }, { terminal, meanings, titles, titleFieldOf })).toEqual([
      'product prd_1',
      '  description',
      `    - ${skipped} "${context}11"`,
      `    + ${skipped} "${context}99 \\""`,
      '  variants',
      '    - 51.',
      '    -   id "var_50"',
      '    -   title "S"',
      '    -   sku "S-50"',
      '    - 100.',
      '    -   id "var_99"',
      '    -   title "S"',
      '    -   sku "S-99"',
      '    - (98 unchanged)',
      '    + 51.',
      '    +   id "var_50"',
      '    +   title "S"',
      '    +   sku "EVIL"',
      '    + (98 unchanged)',
    ]);
  });
});
