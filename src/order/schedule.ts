import type { ScheduledOnce } from '../kernel/declaration/schedule';

/** Lines that were left short of codes get them soon after somebody has added some, of all stores. */
export const epinFulfilment: ScheduledOnce = {
  name: 'epins',
  workflow: 'epinFulfilment',
  summary: 'Give codes to lines of orders that wait for some',
  spec: { intervals: [{ every: '30 seconds' }] },
  catchUp: '10 minutes',
};

/** Orders whose transfer has not come by the day that their buyers were told, of all stores. */
export const unpaidOrders: ScheduledOnce = {
  name: 'unpaid-orders',
  workflow: 'unpaidOrders',
  summary: 'Cancel orders whose transfer has not come in time',
  spec: { intervals: [{ every: '15 minutes' }], jitter: '1 minute' },
  catchUp: '10 minutes',
};
