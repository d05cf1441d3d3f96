import type { Command } from '../declaration/command';
import type { FirstContext, MutationContext } from '../declaration/context';
import type { Bump } from '../trace/audit-store';
import type { Change } from '../trace/change';
import type { UnkeyedCall } from './call';

/** The way in which a call is carried out, and the name of its success. */
export interface Manner<Result = unknown> {
  readonly status: 200 | 202;
  readonly outcome: 'done' | 'proposed';
  /** Asks what needs no more than the payload. */
  first?(context: FirstContext & { readonly payload: unknown }): Promise<unknown> | undefined;
  /** @param context `first` is what {@link Manner.first} answers */
  handle(context: MutationContext & { readonly payload: unknown; readonly first: Promise<unknown> }): Promise<Result>;
  /** A rev that was stated has to be held against something by the handler. */
  readonly guardsRev: boolean;
  /** True if a call that was overtaken queues with others that were overtaken at the same thing. */
  readonly queues: boolean;
  bump(changes: readonly Change[]): Bump;
}

/** The manner of a mutation that runs and keeps its changes. */
export const running = ({ mutation, deferBump = false }: UnkeyedCall): Manner => ({
  status: 200,
  outcome: 'done',
  first: (context) => mutation.first?.(context),
  handle: (context) => mutation.run(context),
  guardsRev: true,
  queues: true,
  bump: (changes) => ({ due: bumps(mutation, changes), defer: deferBump }),
});

/** Writes a call down for somebody who may allow it. */
export type Recording<Result = unknown> = (context: MutationContext) => Promise<Result>;

/**
 * The call is written down in the place of running. The stated rev is left to the rehearsal that the recording makes; it is long,
 * so that live calls do not queue behind it; and the storefront does not change.
 */
export const recordingIt = <Result>(record: Recording<Result>): Manner<Result> => ({
  status: 202,
  outcome: 'proposed',
  handle: record,
  guardsRev: false,
  queues: false,
  bump: () => ({ due: false, defer: true }),
});

/** A change of nothing moves no generation, unless moving it is what the command is for. */
export const bumps = (
  { flags, bumpsAtOnce }: Pick<Command, 'flags' | 'bumpsAtOnce'>,
  changes: readonly Change[],
): boolean => flags.includes('bumps generation') && (changes.length > 0 || bumpsAtOnce === true);
