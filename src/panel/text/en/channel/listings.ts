import type { listings as Turkish } from '../../tr/channel/listings';

export const listings: typeof Turkish = {
  nav: 'Listings',
  title: (channel) => `Listings on ${channel}`,
  lead: 'Price and stock of your store beside what the marketplace shows; where they differ, why and by what.',
  empty: 'No listings yet',
  emptyHint: 'Products that are imported are listed here.',
  drift: 'Differs',
  removed: 'Removed variant',
  off: 'Not offered',
  value: 'Value',
  stock: 'Stock',
  price: 'Price',
  answered: 'Answer of the marketplace',
  batch: (number) => `request ${number}`,
  ledger: (seq) => `stock movement ${seq}`,
  send: {
    button: 'Send now',
    title: 'Send stock and price now?',
    text: 'Values that differ are sent by themselves too; this does not wait for that.',
    yes: 'Send',
    done: 'The job has started.',
  },
  push: {
    button: 'Push to the marketplace',
    title: 'Push the product to the marketplace?',
    text: 'The product is sent for approval with all its listings. If it lacks something, nothing is sent, and all that it lacks is named.',
    yes: 'Push',
    done: 'The job has started.',
  },
  confirmPrice: {
    button: 'Confirm the price',
    title: 'Send the new price?',
    yes: 'Confirm and send',
    done: 'The job has started.',
  },
  confirmText: (there, here) =>
    `The price brake holds it: ${there} at the marketplace, ${here} in your store. Confirmed, the new price is sent.`,
};
