import type { Provider } from '../kit/server';

/** Answers that PayTR should not send, as JSON that parses. */
const hostilities = [
  'neither',
  'anotherPayment',
  'anotherAmount',
  'foreignCurrency',
  'partsOfKurus',
  'textForNumber',
  'locked',
  'noReturns',
  'pathInToken',
] as const;
export type Hostility = (typeof hostilities)[number];

type Json = Record<string, unknown>;

const SPOIL: Readonly<Record<Hostility, (answer: Json) => unknown>> = {
  neither: () => ({ status: 'maybe' }),
  anotherPayment: (answer) => ({ ...answer, merchant_oid: 'another' }),
  anotherAmount: (answer) => ({ ...answer, return_amount: '0.01' }),
  foreignCurrency: (answer) => ({ ...answer, currency: 'EUR' }),
  partsOfKurus: (answer) => ({ ...answer, payment_total: '10,555', return_amount: 10.555 }),
  textForNumber: (answer) => ({ ...answer, payment_total: { lira: 1 }, return_amount: 'on lira', token: 7 }),
  locked: () => ({ status: 'error', err_no: 0, err_msg: 'İşlem kilitli' }),
  noReturns: (answer) => ({ ...answer, returns: '' }),
  pathInToken: (answer) => ({ ...answer, token: '../../etc' }),
};

/** Refusals whose bodies are none that PayTR documents; they are sent in turns. */
const REFUSALS = [null, [], { status: 'error', err_no: [1] }, { message: 'hayır\0 \ud83d' }];

export const hostility: Provider<Hostility>['hostility'] = {
  kinds: hostilities,
  mishear: () => {},
  page: (kind, answer) => SPOIL[kind](answer as Json),
  refusal: (turn) => REFUSALS[turn % REFUSALS.length],
};
