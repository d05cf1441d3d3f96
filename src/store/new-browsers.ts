import { createHash } from 'node:crypto';
import type { NewBrowser } from '../account/sessions';
import { beginLogin } from '../account/slowdown-store';
import type { CommandBus } from '../kernel/bus';
import type { Database } from '../kernel/database/database';
import { newUlid } from '../kernel/ids';
import type { Log } from '../kernel/log';
import alert from './store.owner.alert';

/**
 * Letters about one kind of browser of one network at one login that need no pause, and the longest pause after them, in ms. A browser calls
 * itself what it likes: whoever copies the name of the owner's own is told of all the same, since nobody copies a network.
 */
const FREE = 1;
const PAUSE_MS_MAX = 15 * 60_000;

interface NewBrowsersOptions {
  readonly bus: CommandBus;
  readonly database: Database;
  readonly log: Log;
  /** Without a mail server a letter would come long after the log-in. */
  readonly sendsMails: boolean;
}

/** Lets an owner know of a log-in from a browser that was never used with that login. It is done beside the answer of the log-in. */
export class NewBrowsers {
  private readonly underway = new Set<Promise<void>>();

  constructor(private readonly options: NewBrowsersOptions) {}

  tell(seen: NewBrowser): void {
    if (!this.options.sendsMails) return;
    const work = this.mail(seen).catch((error: { readonly code?: string }) => {
      this.options.log.error({ code: error.code }, 'an owner was not told of a new browser');
    });
    this.underway.add(work);
    work.finally(() => this.underway.delete(work));
  }

  private async mail({ account, loginId, device, site }: NewBrowser): Promise<void> {
    const { bus, database } = this.options;
    const named = JSON.stringify(['new browser', loginId, networkOf(site), device]);
    const key = createHash('sha256').update(named).digest('base64');
    const counted = [{ key, free: FREE, waitMsMax: PAUSE_MS_MAX }];
    if ((await beginLogin(database.systemWriter, counted, { key, free: 0, spared: '' })) > 0) return;
    const { storeId, id: ownerId } = account;
    const payload = { ownerId, device: device ?? '-' };
    const call = { storeId, workflowId: `new-browser/${newUlid()}`, step: 'mail', payload, cause: {} };
    await bus.inTransaction(storeId, async (tx) => {
      await bus.issue(tx, alert, call);
      return { keep: true, value: undefined };
    });
  }

  /** Waits for what was begun beside an answer. */
  async close(): Promise<void> {
    await Promise.all(this.underway);
  }
}

/** The network of an IPv4 address (/24), of which a subscriber gets another address now and then. An IPv6 site (/48) is one already. */
const networkOf = (site: string): string => site.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
