import type { frame as Turkish } from '../../tr/channel/frame';

export const frame: typeof Turkish = {
  all: 'All marketplaces',
  pagesOf: (channel) => `Pages of ${channel}`,
  unknown: 'There is no such marketplace.',
  unknownPage: 'The marketplace has no such page.',
  notConnected: (channel) => `${channel} is not connected to your store.`,
  asked: 'Jobs that you have started',
  askedState: (job, state) => `${job}: ${state}`,
};
