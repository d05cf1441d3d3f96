import { LongNumber } from '../../kit/long-number';

/** Pages of questions that no provider should send, as JSON that parses. Most spoil the second row, one the page. */
export const questionHostilities = [
  'questionNul',
  'questionNull',
  'questionText',
  'questionEnormous',
  'questionLongIds',
  'questionEndless',
] as const;
type QuestionHostility = (typeof questionHostilities)[number];

export const isQuestionHostility = (kind: string): kind is QuestionHostility =>
  questionHostilities.some((known) => known === kind);

type Json = Record<string, unknown>;

const spoilt: Partial<Record<QuestionHostility, (row: Json) => unknown>> = {
  questionNul: (row) => ({ ...row, text: 'Rengi\0 nedir \ud83d', userName: 'Z\0', productName: 'Fincan\0' }),
  questionNull: () => null,
  questionText: (row) => ({ ...row, creationDate: 'dün', status: 7 }),
  questionEnormous: (row) => ({ ...row, text: 'ş'.repeat(1_000_000) }),
  questionLongIds: (row) => ({ ...row, id: new LongNumber(`90071992547${String(row.id).slice(-9)}`) }),
};

/** The question as such a provider hears it: it begins its list anew with every page. */
export function mishearQuestions(kind: string, query: URLSearchParams): void {
  if (kind === 'questionEndless') query.delete('page');
}

/** The page as a hostile provider would send it. */
export function hostileQuestions(kind: QuestionHostility, page: unknown): unknown {
  const { content, ...rest } = page as Json & { content?: Json[] };
  if (!Array.isArray(content)) return page;
  const spoil = spoilt[kind];
  if (spoil) return { ...rest, content: content.map((row, at) => (at === 1 ? spoil(row) : row)) };
  return { ...rest, content, totalPages: 1_000_000 };
}
