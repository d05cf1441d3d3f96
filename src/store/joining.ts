import { beginAttempt } from '../account/attempts';
import { linkDigest } from '../account/link';
import { findInvitation } from '../account/owner/store';
import { hashPassword } from '../account/password';
import type { NewSession, OwnerSessions } from '../account/sessions';
import type { CommandBus } from '../kernel/bus';
import type { Database } from '../kernel/database/database';
import { refuse } from '../kernel/errors';
import { newUlid } from '../kernel/ids';
import { enterAs } from './owner/entering';
import { storeSummary } from './store';
import join from './store.owner.join';

interface Presented {
  readonly token: string;
  /** Where it comes from. */
  readonly address: string;
}

interface JoiningOptions {
  readonly bus: CommandBus;
  readonly database: Database;
  readonly sessions: Pick<OwnerSessions, 'open'>;
}

/** How an invited owner comes in: by a link that was mailed to one address, and lets in the account of that address alone. */
export class Joining {
  constructor(private readonly options: JoiningOptions) {}

  /**
   * Whom a link invites, and to what. It uses nothing up.
   * @throws {Refusal} link_over; throttled
   */
  async look(presented: Presented): Promise<{ readonly email: string; readonly storeName: string }> {
    const { storeId, email } = await this.invited(presented);
    const { name } = await storeSummary(this.options.database.reader(storeId), storeId);
    return { email, storeName: name };
  }

  /**
   * Lets the invited owner in with a password.
   * @throws {Refusal} link_over; throttled
   */
  async join({
    password,
    device,
    ...presented
  }: Presented & { readonly password: string; readonly device: string | null }): Promise<NewSession> {
    const { bus, sessions } = this.options;
    const { id, storeId } = await this.invited(presented);
    const payload = {
      digest: linkDigest(presented.token).toString('hex'),
      passwordHash: await hashPassword(password),
    };
    await bus.inTransaction(storeId, async (tx) => {
      await enterAs(bus, tx, { owner: { id, storeId }, mutation: join, payload, key: `join/${id}/${newUlid()}` });
      return { keep: true, value: undefined };
    });
    return sessions.open({ id, storeId }, device);
  }

  private async invited({ token, address }: Presented) {
    const { database } = this.options;
    const begun = await beginAttempt(database.systemWriter, { account: 'invitation', address, browser: undefined });
    const invited = await findInvitation(database.system, linkDigest(token));
    if (!invited) refuse('link_over', 'The invitation is over: ask who invited you for another one.');
    await begun.takeBack();
    return invited;
  }
}
