import type { FieldError } from '../../kernel/errors';
import { isIban } from '../identity/checksum';
import type { StatedCheckout } from './aggregate';

/** Lists the faults of checkout settings beyond the form of their fields, each under its field; empty when they are true to themselves. */
export const checkoutErrors = (stated: StatedCheckout): FieldError[] => [
  ...deliveryErrors(stated),
  ...shippingErrors(stated),
  ...cashErrors(stated),
  ...accountErrors(stated),
  ...(stated.returnCostBorneBy === 'shopper' && stated.returnCostDisclosure === null
    ? [fault('returnCostDisclosure', 'is needed where returns are not free')]
    : []),
];

function deliveryErrors({ deliveryMinDays: least, deliveryMaxDays: most }: StatedCheckout): FieldError[] {
  if ((least === null) !== (most === null))
    return [fault(least === null ? 'deliveryMinDays' : 'deliveryMaxDays', 'is needed beside the other end')];
  return least !== null && most !== null && least > most
    ? [fault('deliveryMaxDays', 'is before the earliest delivery')]
    : [];
}

const shippingErrors = ({ shippingFee, freeShippingFrom }: StatedCheckout): FieldError[] =>
  freeShippingFrom !== null && shippingFee === 0 ? [fault('freeShippingFrom', 'is of a shipping fee alone')] : [];

function cashErrors({ cashOnDelivery, cashOnDeliveryFee: fee, cashOnDeliveryCap: cap }: StatedCheckout): FieldError[] {
  if (!cashOnDelivery)
    return [
      ...(fee > 0 ? [fault('cashOnDeliveryFee', 'is of cash on delivery alone')] : []),
      ...(cap === null ? [] : [fault('cashOnDeliveryCap', 'is of cash on delivery alone')]),
    ];
  return cap !== null && cap <= fee ? [fault('cashOnDeliveryCap', 'is used up by the fee')] : [];
}

const accountErrors = ({ bankAccounts }: StatedCheckout): FieldError[] =>
  bankAccounts.flatMap(({ iban }, place) => {
    const at = `bankAccounts/${place}/iban`;
    if (!isIban(iban)) return [fault(at, 'has other check digits than it would have')];
    const isFirst = bankAccounts.findIndex((account) => account.iban === iban) === place;
    return isFirst ? [] : [fault(at, 'is there already')];
  });

const fault = (field: string, message: string): FieldError => ({ pointer: `/${field}`, message });
