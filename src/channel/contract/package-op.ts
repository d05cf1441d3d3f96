import type { JobKindTerms } from './terms';

/** Acts upon packages of one order wait for each other, since each begins with a look at all of them. */
export const packageOpTerms: JobKindTerms<{ readonly orderNumber: string }> = {
  words: { tr: 'paket işlemi', en: 'act upon a package' },
  askedBy: 'channel.package.op',
  ofOrders: true,
  isPrompt: () => true,
  lane: ({ orderNumber }) => `package.op/${orderNumber}`,
};
