import type { PersonalFields } from '../personal/personal';
import type { Meanings } from '../schema/meaning';
import type { Command } from './command';
import type { ConcernedBy, Entity, KeptByShop, UnitsOf } from './entity';
import type { Route } from './route';

/** The registry as handlers may see it; the registry itself imports every handler, so they cannot import it. */
export interface CapabilityIndex {
  readonly routes: readonly Route[];
  /** Routes that the owner's session alone may ask beside the contract (spec §4.3): nothing lists them, and no tool stands for them. */
  readonly accountRoutes: readonly Route[];
  /** Commands that callers may name in the envelope. */
  readonly commands: readonly Command[];
  /** Commands that the product alone issues. */
  readonly runtimeCommands: readonly Command[];
  /** SHA-256 over every declaration: equal hashes promise an equal interface. */
  readonly hash: string;
  /** Finds one of {@link CapabilityIndex.commands} by its id. */
  command(id: string): Command | undefined;
  /** One that callers may run, whichever door leads to it. */
  mutation(id: string): Command | undefined;
  readonly entities: readonly Entity[];
  readonly unitsOf: UnitsOf;
  readonly meanings: Meanings;
  readonly concernedBy: ConcernedBy;
  readonly personal: PersonalFields;
  readonly keptByShop: KeptByShop;
  /** Field errors of a payload against a command's schema; empty when it fits. */
  payloadErrors(command: Command, payload: unknown): readonly { pointer: string; message: string }[];
}
