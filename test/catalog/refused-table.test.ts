import { copiedCell } from '../../src/catalog/spreadsheet/cell';
import { RefusedTable } from '../../src/catalog/spreadsheet/refused';
import { type Line, openSheet, type Source } from '../../src/catalog/spreadsheet/sheet';

const sourceOf = (text: string): Source => {
  const bytes = new TextEncoder().encode(text);
  return {
    name: 'a.csv',
    head: async (length) => bytes.subarray(0, length),
    pieces: async function* () {
      yield bytes;
    },
  };
};

async function copyOf(text: string, names: readonly (string | undefined)[]): Promise<string[]> {
  const sheet = await openSheet(sourceOf(text), {});
  const table = new RefusedTable(sheet, { header: names, values: [], fields: [] });
  const lines: Line[] = [];
  for await (const line of sheet.lines()) lines.push(line);
  const copy = lines.map((line) => new TextDecoder().decode(table.bytesOf([{ line }], '=1+1 is no amount')));
  return copy.join('').trimEnd().split('\r\n');
}

describe('the table of refused lines', () => {
  test('has no formula: not in its cells, in headings, nor in a column that nobody reads', async () => {
    const text = "Ad;=HYPERLINK(1);Not\n=cmd|'/C calc'!A0;'=1+1;-\na;=SUM(1),=cmd|1;+905321234567\n";
    expect(await copyOf(text, ['title', undefined, undefined])).toEqual([
      "Ad;'=HYPERLINK(1);Not;id;variantId;reason",
      "'=cmd|'/C calc'!A0;'=1+1;-;;;'=1+1 is no amount",
      "a;'=SUM(1),'=cmd|1;+905321234567;;;'=1+1 is no amount",
    ]);
  });

  test('is the same when it is refused once more', async () => {
    const first = await copyOf("Ad;Not\n=cmd|1;'=f(1)\n@f(x);a,@f(x)\n", ['title', undefined]);
    expect((await copyOf(first.join('\n'), ['title', undefined, 'id', 'variantId', undefined])).join('\n')).toBe(
      first.join('\n'),
    );
  });

  test.each([
    ['="0869"', 'code', '="0869"'],
    ['="a;=f(1)"', 'text', "a;'=f(1)"],
    ['8,69E+12', 'barcode', '8,69E+12'],
    ['#YOK', 'text', '#YOK'],
    ['-12,50 TL', 'money', '-12,50 TL'],
    ['["x","=f(1)"]', 'list', '["x","\\u003df(1)"]'],
    ['["x","=f(1)"]', 'text', '["x","\'=f(1)"]'],
    ["''=x", 'text', "''=x"],
  ] as const)('writes %s as a %s', (cell, kind, copied) => {
    expect(copiedCell(cell, kind)).toBe(copied);
  });
});
