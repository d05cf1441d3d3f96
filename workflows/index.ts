export * from './driving';
// By the clock: it stands for no row.
export { retentionSweep } from './retention.sweep';
