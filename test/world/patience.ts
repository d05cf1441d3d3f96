/** So many times slower than the machines on which the waits of tests were measured may one be before they are given up. */
const SLOWER = 4;

/** How long something that is sure to come is waited for, in ms. A wait that ends when it is there costs nothing by being long. */
export const patient = (ms: number): number => ms * SLOWER;
