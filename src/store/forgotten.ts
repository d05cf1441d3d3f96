import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginAttempt } from '../account/attempts';
import { linkDigest } from '../account/link';
import { hashPassword, passwordSalt } from '../account/password';
import { findAddressAccount, findPasswordLink } from '../account/password-link-store';
import { beginLogin } from '../account/slowdown-store';
import type { CommandBus } from '../kernel/bus';
import type { Database } from '../kernel/database/database';
import { refuse } from '../kernel/errors';
import { newUlid } from '../kernel/ids';
import type { Log } from '../kernel/log';
import type { Digests } from '../kernel/personal/digests';
import { enterAs } from './owner/entering';
import remind from './store.owner.remind';
import reset from './store.owner.reset';

/** Mails to one address, and addresses named from one place, that need no pause. */
const FREE = { address: 3, place: 20 };
const PAUSE_MS_MAX = { address: 15 * 60_000, place: 60_000 };

/** When an address was named is answered after this time, whether somebody logs in with it or nobody. */
const ANSWER_MS = 250;

interface ForgottenOptions {
  readonly digests: Digests;
  readonly bus: CommandBus;
  readonly database: Database;
  readonly log: Log;
  /** Without a mail server a link would reach nobody. */
  readonly sendsMails: boolean;
}

/**
 * The way in for an owner who has lost the password: a link that was mailed to the address. The reader of an address's mails owns it, so
 * the link is worth all logins of the address, also one that somebody else has planted there: that one's password is over.
 */
export class Forgotten {
  private readonly underway = new Set<Promise<void>>();

  constructor(private readonly options: ForgottenOptions) {}

  /**
   * Mails a link to an address, if somebody logs in with it. The answer is the same and takes the same time if nobody does: what is done
   * for an address is done beside it.
   * @throws {Refusal} throttled, by how often the address was named, whoever it belongs to
   */
  async ask({
    email,
    address: place,
  }: {
    readonly email: string;
    readonly address: string;
  }): Promise<{ readonly mails: 'sent' | 'kept' }> {
    await this.assertFew(email, place);
    if (!this.options.sendsMails) return { mails: 'kept' };
    const work = this.mailLink(email).catch((error: { readonly code?: string }) => {
      this.options.log.error({ code: error.code }, 'a link for a new password was not mailed');
    });
    this.underway.add(work);
    work.finally(() => this.underway.delete(work));
    await sleep(ANSWER_MS);
    return { mails: 'sent' };
  }

  private async mailLink(email: string): Promise<void> {
    const { bus, database } = this.options;
    const account = await findAddressAccount(database.system, email);
    if (!account) return;
    const { storeId, id: ownerId } = account;
    const call = { storeId, workflowId: `forgotten/${newUlid()}`, step: 'mail', payload: { ownerId }, cause: {} };
    await bus.inTransaction(storeId, async (tx) => {
      await bus.issue(tx, remind, call);
      return { keep: true, value: undefined };
    });
  }

  private async assertFew(email: string, place: string): Promise<void> {
    const counted = [
      { key: keyOf('address', email.toLowerCase()), free: FREE.address, waitMsMax: PAUSE_MS_MAX.address },
      { key: keyOf('place', place), free: FREE.place, waitMsMax: PAUSE_MS_MAX.place },
    ];
    const nobodySpared = { key: '', free: 0, spared: '' };
    const waitMs = await beginLogin(this.options.database.systemWriter, counted, nobodySpared);
    if (waitMs > 0)
      refuse('throttled', 'Links for this address, or from this place, were asked for several times just now.', {
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      });
  }

  /**
   * Sets a new password with a link. It opens no session: whoever has the link alone learns nothing but that it works.
   * @throws {Refusal} link_over; throttled
   */
  async reset({
    token,
    password,
    address,
  }: {
    readonly token: string;
    readonly password: string;
    readonly address: string;
  }): Promise<void> {
    const { bus, database, digests } = this.options;
    const digest = linkDigest(token);
    const begun = await beginAttempt(database.systemWriter, { account: 'password link', address, browser: undefined });
    // Hashing costs more than all else: only who has the link may ask for it.
    const linked = (await findPasswordLink(database.system, digest)) ?? refuse('link_over', OVER);
    await begun.takeBack();
    const passwordHash = await hashPassword(password, passwordSalt(digests, linked.email));
    const payload = { by: linked.isMailed ? 'mail' : 'operator', digest: digest.toString('hex'), passwordHash };
    const key = `reset/${linked.id}/${newUlid()}`;
    await bus.inTransaction(linked.storeId, async (tx) => {
      await enterAs(bus, tx, { owner: linked, mutation: reset, payload, key });
      return { keep: true, value: undefined };
    });
  }

  /** Waits for what was begun beside an answer. */
  async close(): Promise<void> {
    await Promise.all(this.underway);
  }
}

const OVER = 'The link for a new password is over: ask for another one where you log in.';

const keyOf = (kind: string, name: string): string =>
  createHash('sha256').update(`forgotten ${kind} ${name}`).digest('base64');
