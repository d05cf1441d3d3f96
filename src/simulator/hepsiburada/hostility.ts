import type { Provider } from '../kit/server';

const hostilities = ['nul', 'nullRow', 'noRows', 'textForNumber', 'repeatedLine', 'tooMany'] as const;
export type Hostility = (typeof hostilities)[number];

type Json = Record<string, unknown>;
const FIELDS = ['items', 'listings', 'data', 'errors'] as const;

/** The field in which an answer has its rows; undefined of one that is a list itself, or has none. */
const fieldOf = (page: Json): (typeof FIELDS)[number] | undefined => FIELDS.find((field) => Array.isArray(page[field]));

const spoilt: Readonly<Record<Hostility, (rows: readonly unknown[]) => unknown>> = {
  nul: (rows) => rows.map((row) => ({ ...(row as Json), name: 'Fincan\0', productName: 'Fincan\0' })),
  nullRow: (rows) => [null, ...rows.slice(1)],
  noRows: () => null,
  textForNumber: (rows) =>
    rows.map((row) => ({ ...(row as Json), quantity: 'iki', price: 'beş', availableStock: 'x' })),
  repeatedLine: (rows) => [...rows, ...rows],
  tooMany: (rows) => Array.from({ length: 2_000 }, (_, at) => rows[at % Math.max(1, rows.length)] ?? null),
};

/** Answers that no provider should send, as JSON that parses. */
export const hostility: Provider<Hostility>['hostility'] = {
  kinds: hostilities,
  mishear: () => {},
  page(kind, page) {
    if (Array.isArray(page)) return spoilt[kind](page);
    const field = typeof page === 'object' && page !== null ? fieldOf(page as Json) : undefined;
    if (field === undefined) return null;
    const told = page as Json;
    return { ...told, [field]: spoilt[kind](told[field] as unknown[]) };
  },
  refusal: (turn) =>
    [{ message: 7 }, 'hayır', null, { errors: { price: ['geçersiz'] }, title: 'One or more' }][turn % 4],
};
