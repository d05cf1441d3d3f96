export * from './driving';
// By the clock: they stand for no row.
export { projectionRepair } from './projection.repair';
export { retentionSweep } from './retention.sweep';
