import { beginAttempt } from '../account/attempts';
import { linkDigest, newLinkToken } from '../account/link';
import { type Login, makeLogin } from '../account/login-store';
import { hasOwner } from '../account/owner/store';
import { hashPassword, passwordSalt } from '../account/password';
import type { NewSession, OwnerSessions } from '../account/sessions';
import { claimSetupLink, issueSetupLink, setupLinkLives } from '../account/setup-link-store';
import type { CommandBus } from '../kernel/bus';
import type { Database } from '../kernel/database/database';
import { refuse } from '../kernel/errors';
import { newId } from '../kernel/ids';
import type { Digests } from '../kernel/personal/digests';
import { enterAs } from './owner/entering';
import open from './store.open';

interface Opening {
  readonly token: string;
  readonly storeName: string;
  readonly email: string;
  readonly password: string;
  /** The address from which the request comes. */
  readonly address: string;
  readonly device: string | null;
}

interface SetupOptions {
  readonly digests: Digests;
  readonly bus: CommandBus;
  readonly database: Database;
  readonly sessions: Pick<OwnerSessions, 'open'>;
}

/**
 * The way in for the first owner of an installation: a link that works once. The operator reads it where the installation was started;
 * a call from this machine would prove nothing, since everybody comes from there behind a proxy.
 */
export class Setup {
  constructor(private readonly options: SetupOptions) {}

  /** Issues a link in the place of the one before. @returns its token, which nothing keeps; undefined: there is an owner already */
  async issueLink(): Promise<string | undefined> {
    const token = newLinkToken();
    return (await issueSetupLink(this.options.database.systemWriter, linkDigest(token))) ? token : undefined;
  }

  /** Whether nobody can log in yet. */
  async isAwaited(): Promise<boolean> {
    return !(await hasOwner(this.options.database.system));
  }

  /**
   * Opens the first store and logs its owner in.
   * @throws {Refusal} link_over; opened_already; throttled
   */
  async open({ token, address, password, device, ...asked }: Opening): Promise<NewSession> {
    const { database, sessions, digests } = this.options;
    const digest = linkDigest(token);
    const begun = await beginAttempt(database.systemWriter, { account: 'setup', address, browser: undefined });
    // Hashing costs more than all else: only who has the link may ask for it.
    if (!(await setupLinkLives(database.system, digest))) await this.over();
    await begun.takeBack();
    const passwordHash = await hashPassword(password, passwordSalt(digests, asked.email));
    const owner = { id: newId('own'), storeId: newId('str'), passwordHash };
    const login = await this.openStore(digest, owner, asked);
    return sessions.open(owner, login ?? (await this.over()), device);
  }

  /**
   * Refuses a link that is over. An opener who lost the answer sends the same link again; no newer link would help, so none is made any
   * more.
   */
  private async over(): Promise<never> {
    if (!(await this.isAwaited()))
      refuse('opened_already', 'The store is open: log in.', { facts: { awaited: false } });
    return refuse('link_over', 'The link is over: the newest one stands where the product was started.');
  }

  /** The claim, the store and the trace of it stay together, or none of them does. @returns undefined: somebody else was first */
  private async openStore(
    digest: Buffer,
    { id, storeId, passwordHash }: { readonly id: string; readonly storeId: string; readonly passwordHash: string },
    { storeName, email }: Pick<Opening, 'storeName' | 'email'>,
  ): Promise<Login | undefined> {
    const { bus } = this.options;
    return bus.inTransaction<Login | undefined>(storeId, async (tx) => {
      if (!(await claimSetupLink(tx, digest))) return { keep: false, value: undefined };
      const login = await makeLogin(tx, { passwordHash, at: await bus.timeOf(tx) });
      const payload = { name: storeName, email, loginId: login.id };
      await enterAs(bus, tx, { owner: { id, storeId }, mutation: open, payload, key: `setup/${storeId}` });
      return { keep: true, value: login };
    });
  }
}
