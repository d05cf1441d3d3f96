import { Faults } from '../../kernel/errors';
import type { CouponRow } from './aggregate';

type Terms = Pick<CouponRow, 'kind' | 'percent' | 'amount' | 'startsAt' | 'endsAt'>;

/** Refuses a coupon whose fields do not fit each other. @throws {Refusal} invalid_request */
export function assertSound({ kind, percent, amount, startsAt, endsAt }: Terms): void {
  const faults = new Faults();
  const needed = (field: 'percent' | 'amount', value: number | null): void => {
    if ((value !== null) === (kind === field)) return;
    faults.add('invalid_request', `/${field}`, kind === field ? `is needed of kind ${kind}` : `is not of kind ${kind}`);
  };
  needed('percent', percent);
  needed('amount', amount);
  if (startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt))
    faults.add('invalid_request', '/endsAt', 'is not after the start');
  faults.refuse({ quotesNobody: true });
}
