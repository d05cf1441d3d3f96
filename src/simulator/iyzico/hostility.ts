import type { Provider } from '../kit/server';

/** Answers that iyzico should not send, as JSON that parses: some of them somebody else has written, or changed. */
const hostilities = [
  'unsigned',
  'forged',
  'mutated',
  'anotherBasket',
  'foreignCurrency',
  'partsOfKurus',
  'textForNumber',
  'enormousText',
  'neither',
  'limitWithin200',
  'systemFailure',
] as const;
export type Hostility = (typeof hostilities)[number];

type Json = Record<string, unknown>;

const SPOIL: Readonly<Record<Hostility, (answer: Json) => unknown>> = {
  unsigned: ({ signature: _, ...answer }) => answer,
  forged: (answer) => ({ ...answer, signature: '0'.repeat(64) }),
  mutated: (answer) => ({ ...answer, price: 1, paidPrice: 1, token: 'another', paymentId: '1' }),
  anotherBasket: (answer) => ({ ...answer, basketId: 'another' }),
  foreignCurrency: (answer) => ({ ...answer, currency: 'EUR' }),
  partsOfKurus: (answer) => ({ ...answer, price: 10.555, paidPrice: '10.555' }),
  textForNumber: (answer) => ({ ...answer, price: 'on lira', itemTransactions: 'yok', payments: 7, token: 3 }),
  enormousText: (answer) => ({ ...answer, basketId: 'ş'.repeat(1_000_000), signature: 'x'.repeat(1_000_000) }),
  neither: () => ({ status: 'maybe' }),
  limitWithin200: () => ({ status: 'failure', errorCode: 50_000, errorMessage: 'Request Limit Exceeded' }),
  systemFailure: () => ({ status: 'failure', errorCode: '1', errorMessage: 'Sistem hatası' }),
};

/** Refusals whose bodies are none that iyzico documents; they are sent in turns. */
const REFUSALS = [null, [], { status: 'failure', errorCode: [1] }, { message: 'hayır\0 \ud83d' }];

export const hostility: Provider<Hostility>['hostility'] = {
  kinds: hostilities,
  mishear: () => {},
  page: (kind, answer) => SPOIL[kind](answer as Json),
  refusal: (turn) => REFUSALS[turn % REFUSALS.length],
};
