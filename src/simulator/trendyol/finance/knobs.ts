import { isInteger, type Resources, record } from '../../kit/control';

/** Behaviour of the finance services that the documents leave open, or that a test wants although it seldom happens. */
export interface FinanceKnobs {
  /** Commission and revenue carry the sign of their effect, or none. */
  signed: boolean;
  /** The label of sales, where it is another one than documented. */
  saleLabel: string | null;
  /** Kuruş by which the commission of a sale does not add up. */
  oddKurus: number;
  /** Each row stands on its page twice. */
  doubled: boolean;
  /** One of so many rows is left out; 0: none is. */
  lostEveryNth: number;
  /** The other financials are told whatever type of them is asked for. */
  unfiltered: boolean;
  /** The form of the items of an invoice. */
  itemsAs: 'list' | 'page';
  /** The cost of a parcel, and the penalty for a package that is not supplied. */
  cargoKurus: number;
  penaltyKurus: number;
}

export const usualFinanceKnobs: Readonly<FinanceKnobs> = {
  signed: false,
  saleLabel: null,
  oddKurus: 0,
  doubled: false,
  lostEveryNth: 0,
  unfiltered: false,
  itemsAs: 'page',
  cargoKurus: 4_999,
  penaltyKurus: 7_500,
};

const isAmount = (value: unknown): boolean => isInteger(value) && value >= 0 && value <= 100_000_000;
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

const checks: Readonly<Record<keyof FinanceKnobs, (value: unknown) => boolean>> = {
  signed: isFlag,
  saleLabel: (value) => value === null || typeof value === 'string',
  oddKurus: isAmount,
  doubled: isFlag,
  lostEveryNth: isAmount,
  unfiltered: isFlag,
  itemsAs: (value) => value === 'list' || value === 'page',
  cargoKurus: isAmount,
  penaltyKurus: isAmount,
};

export function financeKnobsResource(knobs: FinanceKnobs): Resources[string] {
  return {
    GET: () => knobs,
    PUT: (body) => {
      const wanted = record(body, 'The body', Object.keys(checks));
      for (const [name, value] of Object.entries(wanted))
        if (!checks[name as keyof FinanceKnobs](value)) throw new RangeError(`${name} is not what it can be.`);
      Object.assign(knobs, wanted);
      return knobs;
    },
    DELETE: () => Object.assign(knobs, usualFinanceKnobs),
  };
}
