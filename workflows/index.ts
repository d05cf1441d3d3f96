export * from './driving';
// By the clock: they stand for no row.
export { epinFulfilment } from './epin.fulfilment';
export { extensionUpgrades } from './extension.upgrades';
export { keyResealing } from './key.resealing';
export { projectionRepair } from './projection.repair';
export { retentionSweep } from './retention.sweep';
export { unpaidOrders } from './unpaid.orders';
