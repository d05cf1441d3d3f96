import { accountAt } from '../../extension/account';
import { ungranted } from '../../extension/granted-rights';
import { channelOf } from '../../extension/provider/providers';
import { steadyExtension } from '../../extension/store';
import { notTaken, OK } from '../../provider/callback';
import type { Operation } from '../../provider/port';
import { channelSettingsOf } from '../../store/channel/store';
import type { Posted, WebhookConsumer, WebhookReading } from '../../webhook/port';
import { refusedPost } from '../../webhook/post-answers';
import { askQuietly } from '../job/ask-quietly';
import { ordersLook } from '../pull/declaration';
import { keepNews } from '../pull/news-store';
import { keysIn } from './keys';
import { findWebhook } from './store';

/** The operations of the job that a post asks for. */
const lookNeeds: readonly Operation[] = ['packagesById', 'packagesOfOrder'];

/** Ids of one post. A marketplace posts of one package, or of a page of them. */
const NAMES_MAX = 200;

/**
 * Webhooks of marketplaces. A post proves itself by the key that the marketplace was told. Nothing of it is kept but the ids of packages, and
 * nothing of it is believed: the packages are asked for.
 */
export const channelWebhooks: WebhookConsumer = {
  port: 'channel',

  async read({ db, services, storeId, ext }, posted): Promise<WebhookReading> {
    const webhook = await findWebhook(db, storeId, ext);
    const { secrets } = await accountAt(db, services.secretBox, storeId, ext);
    const keys = keysIn(secrets, webhook?.takesKeyBefore ?? false);
    const reader = channelOf(ext).readWebhook;
    if (!reader || keys.length === 0) return notTaken('unsigned');
    try {
      const { packageIds, orderNumbers } = reader({ headers: headersOf(posted), body: posted.body }, keys);
      const news = {
        packages: packageIds.slice(0, NAMES_MAX).join(' '),
        // An order is asked for where no package of it is named.
        orders: packageIds.length > 0 ? '' : orderNumbers.slice(0, NAMES_MAX).join(' '),
      };
      return { accepted: true, news, answer: OK };
    } catch (error) {
      return refusedPost(error);
    }
  },

  async handle({ tx, effects, now, storeId, ext }, { packages, orders }) {
    const { extension } = await steadyExtension(tx, storeId, ext);
    const { pull } = await channelSettingsOf(tx, storeId, ext);
    if (!extension.enabled || !pull.orders || ungranted(extension, lookNeeds).length > 0) return false;
    keepNews(tx, storeId, ext, 'package', namesIn(packages));
    keepNews(tx, storeId, ext, 'order', namesIn(orders));
    const asked = { extension: ext, input: {}, besideRunning: true };
    await askQuietly({ tx, effects, storeId, now }, ordersLook, asked);
    return true;
  },
};

const namesIn = (joined: unknown): string[] => (typeof joined === 'string' ? joined.split(' ').filter(Boolean) : []);

const headersOf = ({ headers }: Posted): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );
