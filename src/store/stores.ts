import { holdLogin, holdSession, ownAccount } from '../account/login-store';
import { assertConfirmed } from '../account/session/confirmed';
import type { Session } from '../account/sessions';
import type { CommandBus } from '../kernel/bus';
import type { Database } from '../kernel/database/database';
import { refuse } from '../kernel/errors';
import { newId, newUlid } from '../kernel/ids';
import { enterAs } from './owner/entering';
import open from './store.open';
import leave from './store.owner.leave';

/** Of one login: enough for whoever has shops, and few enough that a stolen session makes no thousands of them. */
const STORES_MAX = 20;

interface StoresOptions {
  readonly bus: CommandBus;
  readonly database: Database;
}

type Asking = Pick<Session, 'principal' | 'digest'>;

/**
 * What an owner does with stores beside the one that the session is of. It is written in the transaction of the other store, whose rows
 * the session does not see, so these are no capabilities of either: the trail of the other store tells of it.
 */
export class OwnStores {
  constructor(private readonly options: StoresOptions) {}

  /**
   * Opens a further store of the same owner.
   * @returns its id
   * @throws {Refusal} stores_full, unauthenticated
   */
  async open({ digest }: Asking, name: string): Promise<string> {
    const { bus } = this.options;
    const [storeId, id] = [newId('str'), newId('own')];
    await bus.inTransaction(storeId, async (tx) => {
      await holdLogin(tx, digest);
      const { loginId, email, stores } = (await ownAccount(tx, digest, storeId)) ?? over();
      if (stores >= STORES_MAX) refuse('stores_full', `An owner has ${STORES_MAX} stores at most.`);
      const payload = { name, email, loginId };
      await enterAs(bus, tx, { owner: { id, storeId }, mutation: open, payload, key: `open/${storeId}` });
      await holdSession(tx, digest);
      return { keep: true, value: undefined };
    });
    return storeId;
  }

  /**
   * Leaves another store than the one that the session is of, which needs the session to its end.
   * @throws {Refusal} confirm_needed, not_found, invalid_state, unauthenticated
   */
  async leave({ principal, digest }: Asking, storeId: string): Promise<void> {
    const { bus, database } = this.options;
    await assertConfirmed(database.reader(principal.storeId), principal);
    if (storeId === principal.storeId)
      refuse('invalid_state', 'Nobody leaves the store that the session is of: switch to another one first.', {
        facts: { storeId },
      });
    await bus.inTransaction(storeId, async (tx) => {
      await holdLogin(tx, digest);
      const { id } = (await ownAccount(tx, digest, storeId)) ?? over();
      if (id === null) refuse('not_found', 'You have no such store.');
      const key = `leave/${id}/${newUlid()}`;
      await enterAs(bus, tx, { owner: { id, storeId }, mutation: leave, payload: {}, key });
      await holdSession(tx, digest);
      return { keep: true, value: undefined };
    });
  }
}

const over = (): never => refuse('unauthenticated', 'The session is over.');
