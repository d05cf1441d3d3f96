import { unavailableIfDown } from '../../kernel/bus/retry';
import type { Database } from '../../kernel/database/database';
import type { Services } from '../../kernel/declaration/declare';
import { Refusal } from '../../kernel/errors';
import type { CargoOperation } from '../../provider/cargo-port';
import { ProviderAnswerInvalid, ProviderRefused, ProviderThrottled, ProviderUnavailable } from '../../provider/error';
import { type ConnectedCargo, connectCargo } from './connect';
import type { CargoNeeds } from './needs';

interface Connecting {
  readonly database: Pick<Database, 'reader'>;
  readonly services: Pick<Services, 'settings' | 'secretBox' | 'log'>;
}

/** Why nobody knows more yet. */
export interface Waiting {
  readonly waitingFor: string;
  /** As the provider wants it. */
  readonly waitMs?: number;
  /** The provider, or the shop itself, has said no: the same call will fail again. */
  readonly isRefused: boolean;
}

export const connectedFor = <O extends CargoOperation>(
  { services, database }: Connecting,
  storeId: string,
  ext: string,
  needs: CargoNeeds<O>,
): Promise<ConnectedCargo<O>> => connectCargo({ db: database.reader(storeId), services, storeId, ext, needs });

/** What a call of a provider failed with, as what is waited for. @throws what is no word about what was asked for */
export function waitingAfter(error: unknown, signal: AbortSignal): Waiting {
  if (signal.aborted) throw error;
  if (error instanceof ProviderThrottled)
    return { waitingFor: 'The rate limit of the provider.', waitMs: error.waitMs, isRefused: false };
  if (error instanceof ProviderRefused) return { waitingFor: error.message, isRefused: true };
  if (error instanceof ProviderUnavailable || error instanceof ProviderAnswerInvalid)
    return { waitingFor: error.message, isRefused: false };
  const said = unavailableIfDown(error);
  if (!(said instanceof Refusal) || said.status >= 500) throw error;
  // The extension is not there, or lacks something.
  return { waitingFor: said.detail, isRefused: true };
}

/** Between two looks: the older the question, the longer. */
export const pauseMs = (ageMs: number, { first, last }: { readonly first: number; readonly last: number }): number =>
  Math.min(last, Math.max(first, ageMs / 2));
