import type { oversold as Turkish } from '../../tr/channel/oversold';

export const oversold: typeof Turkish = {
  nav: 'Oversold',
  title: (channel) => `${channel}: sold beyond the stock`,
  lead: 'Things that were no longer there when they were sold at the marketplace, and that have not left.',
  empty: 'Nothing was oversold',
  emptyHint: 'Where something is sold that is not in stock, its order is shown here.',
  pieces: (missing, all) => `${missing} of ${all} pieces were not in stock`,
  toPackages: 'To its packages',
  goOn: 'Look in older orders',
};
