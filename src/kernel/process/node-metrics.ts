import { collectDefaultMetrics, type Registry } from 'prom-client';

/**
 * Time between two looks at how late the event loop is, in ms. Each look wakes the process: a hundred a second, the default of the library,
 * are a percent of a core for a process that rests. What is told has this time in it, so the dashboard takes it off.
 */
const LOOP_LOOK_MS = 200;

/** Adds to a register what Node says of its process: memory, processor time, garbage, event loop. */
export const collectNodeMetrics = (register: Registry): void =>
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LOOP_LOOK_MS });
