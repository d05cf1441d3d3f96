import { beginAttempt } from '../account/attempts';
import { linkDigest } from '../account/link';
import { makeLogin } from '../account/login-store';
import { findInvitation, type Invited, type OwnerAccount } from '../account/owner/store';
import { hashPassword, passwordSalt } from '../account/password';
import type { NewSession, OwnerSessions } from '../account/sessions';
import type { CommandBus } from '../kernel/bus';
import type { Database } from '../kernel/database/database';
import type { Transaction } from '../kernel/database/queryable';
import { refuse } from '../kernel/errors';
import { newUlid } from '../kernel/ids';
import type { Digests } from '../kernel/personal/digests';
import { enterAs } from './owner/entering';
import { storeSummary } from './store';
import join from './store.owner.join';

interface Presented {
  readonly token: string;
  /** The address from which the request comes. */
  readonly address: string;
}

interface JoiningOptions {
  readonly digests: Digests;
  readonly bus: CommandBus;
  readonly database: Database;
  readonly sessions: Pick<OwnerSessions, 'open'>;
}

/** How an invited owner comes in: by a link that was mailed to one address, and lets in the account of that address alone. */
export class Joining {
  constructor(private readonly options: JoiningOptions) {}

  /**
   * Tells the invited address of a link, and the store. It uses nothing up.
   * @throws {Refusal} link_over; joined_already; throttled
   */
  async look(presented: Presented): Promise<{ readonly email: string; readonly storeName: string }> {
    const { storeId, email } = await this.awaited(presented);
    const { name } = await storeSummary(this.options.database.reader(storeId), storeId);
    return { email, storeName: name };
  }

  /**
   * Lets the invited owner in with a password. It says nothing of other logins of that address, and changes none: whoever made the
   * link has it, too.
   * @throws {Refusal} link_over; joined_already; throttled
   */
  async join({
    password,
    device,
    ...presented
  }: Presented & { readonly password: string; readonly device: string | null }): Promise<NewSession> {
    const { bus, sessions, digests } = this.options;
    const { id, storeId, email } = await this.awaited(presented);
    const passwordHash = await hashPassword(password, passwordSalt(digests, email));
    const login = await bus.inTransaction(storeId, async (tx) => {
      const made = await makeLogin(tx, { passwordHash, at: await bus.timeOf(tx) });
      await this.enter(tx, { id, storeId }, presented.token, made.id);
      return { keep: true, value: made };
    });
    return sessions.open({ id, storeId }, login, device);
  }

  private async enter(tx: Transaction, owner: OwnerAccount, token: string, loginId: string): Promise<void> {
    const payload = { digest: linkDigest(token).toString('hex'), loginId };
    await enterAs(this.options.bus, tx, { owner, mutation: join, payload, key: `join/${owner.id}/${newUlid()}` });
  }

  private async awaited(presented: Presented): Promise<Invited> {
    const invited = await this.invited(presented);
    // The holder of the link could be told as much by the list of owners, or is the one who joined and lost the answer.
    if (invited.loginId !== null)
      refuse('joined_already', 'The link was used: log in.', { facts: { email: invited.email } });
    return invited;
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
