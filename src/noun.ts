import type { Entity } from './kernel/declaration/entity';
import type { ExtensionWork } from './kernel/declaration/extension-work';
import type { Letter } from './kernel/declaration/letter';
import type { Declared } from './kernel/declaration/route';
import type { ScheduledOnce, ScheduledPerStore } from './kernel/declaration/schedule';
import type { Refusals } from './kernel/meaning';
import type { NamingTable } from './kernel/table/naming';
import type { Images } from './kernel/trial/image';
import type { Work } from './kernel/work/work';
import type { WebhookConsumer } from './webhook/port';

/** All that a noun brings to the product. The `index.ts` of its folder is one value of this shape, and `src/nouns.ts` folds them. */
export interface Noun {
  /** Routes and commands under `/v1`. */
  readonly capabilities?: readonly Declared[];
  /** Routes of the owner's session alone, under `/v1/account`. */
  readonly account?: readonly Declared[];
  /** Codes that it refuses with. */
  readonly refusals?: Refusals;
  /** Things that audit rows and previews name. */
  readonly entities?: readonly Entity[];
  /** The tables that the noun declares. */
  readonly tables?: readonly NamingTable[];
  /** Tables of which a recording keeps how a chain of items left them. */
  readonly images?: Images;
  /** Rows that a workflow brings to their end. */
  readonly works?: readonly Work[];
  /** The work that the noun does by the clock. */
  readonly schedules?: {
    readonly once?: readonly ScheduledOnce[];
    readonly perStore?: readonly ScheduledPerStore[];
  };
  /** The mails that the noun writes. */
  readonly letters?: readonly Letter[];
  /** Readers of posts that providers send. */
  readonly webhooks?: readonly WebhookConsumer[];
  /** Work that waits for an extension. */
  readonly extensionWork?: readonly ExtensionWork[];
}
