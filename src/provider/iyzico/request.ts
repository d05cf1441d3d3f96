import { liraOf } from '../lira';
import type { BeginPayment, Buyer, EnteredCard, PaymentAddress } from '../payment-port';

/** Requests in iyzico's own form (docs.iyzico.com, "3DS" and "Checkout Form"). */

const CURRENCY = 'TRY';
const COUNTRY = 'Turkey';
/** A stand-in for an unknown identity number, because iyzico wants one. */
const UNKNOWN_IDENTITY = '11111111111';
/** Numbers of instalments that its page can offer. */
const PLANS = [1, 2, 3, 6, 9, 12];

/** The common part of the requests for iyzico's page and for a card that was entered in the shop. @param total kuruş */
export const paymentBody = (payment: BeginPayment, total: number, tellsIdentity: boolean) => ({
  locale: payment.language,
  conversationId: payment.reference,
  price: liraOf(payment.amount),
  paidPrice: liraOf(total),
  currency: CURRENCY,
  basketId: payment.reference,
  paymentGroup: 'PRODUCT',
  callbackUrl: payment.callbackUrl,
  buyer: buyerOf(payment.buyer, payment.billing, tellsIdentity),
  ...(payment.shipping ? { shippingAddress: addressOf(payment.shipping) } : {}),
  billingAddress: addressOf(payment.billing),
  basketItems: payment.lines.map(({ id, title, category, physical, amount }) => ({
    id,
    name: title,
    category1: category,
    itemType: physical ? 'PHYSICAL' : 'VIRTUAL',
    price: liraOf(amount),
  })),
});

export const cardBody = ({ holder, number, month, year, securityCode, instalments }: EnteredCard) => ({
  installment: instalments,
  paymentChannel: 'WEB',
  paymentCard: {
    cardHolderName: holder,
    cardNumber: number,
    expireYear: year,
    expireMonth: month,
    cvc: securityCode,
    registerCard: 0,
  },
});

export const plansUpTo = (most: number): number[] => PLANS.filter((plan) => plan <= most);

const buyerOf = (buyer: Buyer, { address, city, postalCode }: PaymentAddress, tellsIdentity: boolean) => ({
  id: buyer.id,
  name: buyer.firstName,
  surname: buyer.lastName,
  gsmNumber: buyer.telephone,
  email: buyer.email,
  identityNumber: (tellsIdentity ? buyer.identityNumber : null) ?? UNKNOWN_IDENTITY,
  registrationAddress: address,
  city,
  country: COUNTRY,
  ...(postalCode === null ? {} : { zipCode: postalCode }),
  ip: buyer.ip,
});

const addressOf = ({ name, address, city, postalCode }: PaymentAddress) => ({
  contactName: name,
  address,
  city,
  country: COUNTRY,
  ...(postalCode === null ? {} : { zipCode: postalCode }),
});
