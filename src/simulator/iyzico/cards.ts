/** What becomes of a card that the sandbox knows (docs.iyzico.com, "Test Kartları"). */
export interface Card {
  readonly number: string;
  readonly bank: string;
  readonly family: string;
  readonly credit: boolean;
  /** Why the bank does not pay. */
  readonly declined?: readonly [code: string, group: string, message: string];
  /** What the bank says of the buyer, where it is not 1; `refused`: it does not even begin. */
  readonly mdStatus?: '0' | '4' | 'refused';
  /** What is paid is not given back. */
  readonly final?: true;
}

const pays = (number: string, bank: string, family: string, credit = true): Card => ({ number, bank, family, credit });
const declines = (number: string, code: string, group: string, message: string): Card => ({
  ...pays(number, 'Deneme Bankası', 'Deneme'),
  declined: [code, group, message],
});

const cards: readonly Card[] = [
  pays('5526080000000006', 'Akbank', 'Axess'),
  pays('5528790000000008', 'Halk Bankası', 'Paraf'),
  pays('5890040000000016', 'Akbank', '', false),
  { ...pays('5406670000000009', 'Deneme Bankası', 'Deneme'), final: true },
  declines('4111111111111129', '10051', 'NOT_SUFFICIENT_FUNDS', 'Kart limiti yetersiz, yetersiz bakiye'),
  declines('4129111111111111', '10005', 'DO_NOT_HONOUR', 'İşlem onaylanmadı'),
  declines('4128111111111112', '10012', 'INVALID_TRANSACTION', 'Geçersiz işlem'),
  declines('4125111111111115', '10054', 'EXPIRED_CARD', 'Vadesi dolmuş kart'),
  declines('4121111111111119', '10034', 'FRAUD_SUSPECT', 'Dolandırıcılık şüphesi'),
  { ...pays('4131111111111117', 'Deneme Bankası', 'Deneme'), mdStatus: '0' },
  { ...pays('4141111111111115', 'Deneme Bankası', 'Deneme'), mdStatus: '4' },
  { ...pays('4151111111111112', 'Deneme Bankası', 'Deneme'), mdStatus: 'refused' },
];

export const cardOf = (number: string): Card | undefined => cards.find((card) => card.number === number);

export const cardWith = (bin: string): Card | undefined => cards.find(({ number }) => number.startsWith(bin));

/** Surcharge for a number of instalments, in hundredths of a per cent. */
const surcharges: Readonly<Record<number, number>> = { 1: 0, 2: 0, 3: 250, 6: 600, 9: 900, 12: 1_200 };

/** @param amount kuruş @returns undefined of a number of instalments that there is not */
export function totalOf(amount: number, instalments: number): number | undefined {
  const surcharge = surcharges[instalments];
  return surcharge === undefined ? undefined : amount + Math.round((amount * surcharge) / 10_000);
}

export const plans = Object.keys(surcharges).map(Number);
