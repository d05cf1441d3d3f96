import type { SimulatorDeclaration } from '../provider/provider';
import type { Preparer } from './preparer';

/** A simulator of a provider of the demo store, by the key of the provider. */
export type Simulator = SimulatorDeclaration & { readonly key: string };

/** The parts that are supervised and their preparer: the product's own, or a test's. */
export interface Parts {
  readonly programs: {
    readonly api: string;
    readonly worker: string;
    readonly sandbox: string;
    readonly storefront: string;
  };
  /** The simulators of the demo store's providers, by their keys. */
  readonly simulators: readonly Simulator[];
  /** Makes the preparer of one start. */
  preparer(): Preparer;
}

/** Names the process of a simulator. */
export const simulatorOf = (key: string): string => `${key} simulator`;
