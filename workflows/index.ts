// By the clock: they stand for no row.
export { channelRound } from './channel.round';
export * from './driving';
export { epinFulfilment } from './epin.fulfilment';
export { extensionUpgrades } from './extension.upgrades';
export { keyResealing } from './key.resealing';
export { projectionRepair } from './projection.repair';
export { retentionSweep } from './retention.sweep';
export { unpaidOrders } from './unpaid.orders';
export { updateSweep } from './update.sweep';
