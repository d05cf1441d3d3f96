import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import deactivate from '../extension.hook.deactivate';
import { type HookBreakerInput, hookBreaker } from './contract';
import { findTrip } from './store';
import { FAILURES_MAX } from './table';

/**
 * Deactivates the hook of a trip by the command that an owner has, which writes to the owners; again it finds that done.
 * @returns what an operator reads; undefined: the trip is over @throws when the hook stays active
 */
export async function recordTrip(
  { bus, database }: { readonly bus: CommandBus; readonly database: Database },
  { storeId, tripId }: HookBreakerInput,
): Promise<string | undefined> {
  const trip = await findTrip(database.reader(storeId), storeId, tripId);
  if (!trip) return undefined;
  const { extension, point } = trip;
  const acted = await bus.act(deactivate, {
    storeId,
    by: hookBreaker.workflowId(tripId),
    payload: { extension, points: [point], active: false },
    cause: { tripId },
  });
  const refusal = 'problem' in acted ? acted.problem : undefined;
  if (refusal?.code === 'extension_not_installed' || refusal?.code === 'extension_unknown') return undefined;
  // A hook that is inactive already is as this wants it. Every other refusal leaves it active.
  if (refusal && refusal.code !== 'invalid_state')
    throw new Error(`${extension} at ${point} could not be deactivated: ${refusal.detail}`);
  return `${extension} at ${point} failed ${FAILURES_MAX} times: ${trip.history[0]?.message ?? ''}`;
}

export const isTripOver = async (
  { database }: { readonly database: Database },
  { storeId, tripId }: HookBreakerInput,
): Promise<boolean> => (await findTrip(database.reader(storeId), storeId, tripId)) === undefined;
