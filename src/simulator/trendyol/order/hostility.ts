import { LongNumber } from '../../kit/long-number';

/** Pages of packages that no provider should send, as JSON that parses. Most spoil the second row, others the page. */
export const orderHostilities = [
  'packageNul',
  'packageNull',
  'packageText',
  'packageNegative',
  'packageUndated',
  'packageVat',
  'packageEmpty',
  'packageLines',
  'packageRepeated',
  'packageEnormous',
  'packageLongIds',
  'packageForeign',
  'cursorCircle',
  'cursorEndless',
  'refusedIn200',
] as const;
export type OrderHostility = (typeof orderHostilities)[number];

export const isOrderHostility = (kind: string): kind is OrderHostility =>
  orderHostilities.some((known) => known === kind);

type Json = Record<string, unknown>;

const spoilt: Partial<Record<OrderHostility, (row: Json, first: Json) => unknown>> = {
  packageNul: (row) => ({
    ...row,
    customerFirstName: 'Çağrı\0',
    cargoProviderName: 'yarım \ud83d',
    lines: (row.lines as Json[]).map((line) => ({ ...line, productName: 'Fincan\0', barcode: 'A\0B' })),
  }),
  packageNull: () => null,
  packageText: (row) => ({ ...row, packageTotalPrice: 'yüz lira', orderDate: 'dün' }),
  packageNegative: (row) => ({
    ...row,
    packageTotalPrice: -5,
    lines: (row.lines as Json[]).map((line) => ({ ...line, quantity: -1 })),
  }),
  packageUndated: (row) => ({ ...row, orderDate: null }),
  packageVat: (row) => ({ ...row, lines: (row.lines as Json[]).map((line) => ({ ...line, vatRate: 1.5 })) }),
  packageEmpty: (row) => ({ ...row, lines: [] }),
  packageLines: (row) => ({ ...row, lines: { length: 3 } }),
  packageRepeated: (_, first) => first,
  packageEnormous: (row) => ({
    ...row,
    lines: (row.lines as Json[]).map((line) => ({ ...line, productName: 'ş'.repeat(1_000_000) })),
  }),
  packageLongIds: (row) => ({
    ...row,
    shipmentPackageId: new LongNumber(`90071992547${String(row.shipmentPackageId).slice(-9)}`),
    originPackageIds: [new LongNumber('9007199254740993')],
    lines: (row.lines as Json[]).map((line) => ({
      ...line,
      lineId: new LongNumber(`90071992548${String(line.lineId).slice(-9)}`),
    })),
  }),
  packageForeign: (row) => ({
    ...row,
    currencyCode: 'EURO?',
    shipmentAddress: 'yok',
    invoiceAddress: 7,
    customerId: {},
  }),
};

/** The question as such a provider hears it: it begins its list anew with every page. */
export function mishearOrders(kind: OrderHostility, query: URLSearchParams): void {
  if (kind === 'cursorCircle' || kind === 'cursorEndless') query.delete('nextCursor');
}

/** The page as a hostile provider would send it. @param turn how many such pages were sent before */
export function hostileOrders(kind: OrderHostility, page: unknown, turn: number): unknown {
  if (kind === 'refusedIn200') return { success: false, message: 'İşlem yapılamadı' };
  const { content, ...rest } = (page ?? {}) as Json & { content?: Json[] };
  if (!Array.isArray(content)) return page;
  const spoil = spoilt[kind];
  if (spoil) return { ...rest, content: content.map((row, at) => (at === 1 ? spoil(row, content[0] as Json) : row)) };
  const nextCursor = kind === 'cursorCircle' ? `circle${turn % 3}` : `endless${turn}`;
  return { ...rest, content, hasMore: true, nextCursor };
}
