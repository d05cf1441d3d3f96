/**
 * Works that the composition root lends to calls that work beside the store. The kernel knows none of them: each noun adds its own to
 * this interface, as it adds its codes to those of problems.
 */
// biome-ignore lint/suspicious/noEmptyInterface: nouns add to it
export interface Lent {}
