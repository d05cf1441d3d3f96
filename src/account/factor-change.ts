import type { MutationContext } from '../kernel/declaration/context';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import type { WayChange } from '../mail/text';
import { renewRecoveryCodes } from './factor/codes';
import { isRequired, type OwnFactor, ownFactor } from './factor/store';
import { noteEverywhere } from './note-everywhere';
import { owner } from './owner/table';
import { endAndTell, endedCount } from './session/entity';
import { tellOfWay } from './tell-of-way';

/*
 * A login has ways of its second step: an authenticator, and passkeys. Whichever of them comes or goes, the consequences are the same.
 * Stores of the login note whether it has a second step, recovery codes come with the first way, the owner is mailed, and all other sessions
 * of the owner end: they began under another promise of who is behind them.
 */

/** The answer of a call by which a way comes or goes. */
export const factorChange = object({ since: owner.fields.secondFactorSince, sessionsEnded: endedCount });

interface FactorChange {
  readonly since: string | null;
  readonly sessionsEnded: number;
}

interface OfLogin {
  readonly loginId: string;
  /** The second step before the change; undefined: it has none, and none was begun. */
  readonly before: OwnFactor | undefined;
  readonly way: Way;
}

/** The way that has come or gone; the name is that of a passkey. */
interface Way {
  readonly kind: 'passkey' | 'authenticator';
  readonly name?: string;
}

const mailed = ({ kind, ...way }: Way, change: 'Added' | 'Removed'): WayChange => ({
  ...way,
  what: `${kind}${change}`,
});

type Context = MutationContext;

/** Draws the consequences of a way that has come. The first brings recovery codes, which stand for those that follow as well. */
export async function wayAdded(context: Context, { loginId, before, way }: OfLogin): Promise<FactorChange> {
  const since = before?.since ?? context.now.toISOString();
  if (!before?.since) {
    await renewRecoveryCodes(context, loginId);
    await noteEverywhere(context, loginId, since);
  }
  await tellOfWay(context, { ...mailed(way, 'Added'), secondStep: before?.since ? undefined : 'on' });
  return { since, sessionsEnded: await endOthers(context) };
}

/** Draws the consequences of a way that was taken away. */
export async function wayRemoved(context: Context, { loginId, before, way }: OfLogin): Promise<FactorChange> {
  const since = (await ownFactor(context.tx, loginId))?.since ?? null;
  if (since !== before?.since) await noteEverywhere(context, loginId, since);
  await tellOfWay(context, { ...mailed(way, 'Removed'), secondStep: since === null ? 'off' : undefined });
  return { since, sessionsEnded: await endOthers(context) };
}

/** @throws {Refusal} invalid_state of the last way, where a store of the login requires one */
export async function assertNotRequired({ tx }: Pick<Context, 'tx'>, loginId: string, isLast: boolean): Promise<void> {
  if (isLast && (await isRequired(tx, loginId)))
    refuse('invalid_state', 'A store of yours requires a second step of its owners.', { facts: { state: 'required' } });
}

const endOthers = async (context: Context): Promise<number> => {
  const { id: ownerId, session = null } = context.principal;
  return (await endAndTell(context, { ownerId, only: null, but: session })).length;
};
