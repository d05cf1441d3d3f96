import { lackingOf } from '../../extension/provider/providers';
import type { ExtensionNeeds, Stage } from '../../kernel/declaration/extension-needs';
import { refuse } from '../../kernel/errors';
import { type CargoOperation, cargoNotOffered } from '../../provider/cargo-port';
import type { Manifest } from '../../provider/manifest';

/** The needs of a capability from the provider of cargo that a call names. */
export interface CargoNeeds<O extends CargoOperation = CargoOperation> extends ExtensionNeeds {
  readonly operations: readonly O[];
}

/** @param operations that the call, or the work that it starts, asks the provider for */
export const cargoNeeds = <O extends CargoOperation = never>(stage: Stage, ...operations: O[]): CargoNeeds<O> => ({
  kind: 'cargo',
  stage,
  operations,
});

/** @throws {Refusal} not_offered */
export function assertCargoOffered({ key, name }: Manifest, needs: CargoNeeds): void {
  const lacking = lackingOf(key, needs.operations);
  if (lacking.length > 0)
    refuse('not_offered', cargoNotOffered(name, lacking), { facts: { blockedBy: ['not_offered'] } });
}
