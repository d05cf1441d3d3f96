import { nullable, type Static, t } from '../../kernel/schema/schema';
import { isPackage, type PackageRow, type RemoteLabel } from '../channel/package';
import type { RemoteWebhook, WebhookRegistration } from '../channel/webhook';
import { checkedAnswer } from '../checked-answer';
import { CursorRefused, isRefused, ProviderAnswerInvalid } from '../error';
import { readJson } from '../json';
import type { ChannelAdapter, Operation } from '../port';
import type { RequestGroup } from '../provider';
import { storable } from '../text';
import { actOn } from './act';
import type { TrendyolClient } from './client';
import { assertDone, assertNoRefusal } from './done';
import { modifiedIn, readPackage } from './package';
import { askedOf } from './stream';

const NAME = 'Trendyol';
const SIZE = 200;
/** Above a label of 400 KB, which whoever draws it refuses in words. */
const LABEL_LENGTH_MAX = 1_000_000;

export const orderOperations = [
  'packages',
  'packagesById',
  'packagesOfOrder',
  'actOnPackage',
  'labels',
  'webhooks',
  'addWebhook',
  'replaceWebhook',
] as const satisfies readonly Operation[];

type OrderAdapter = Pick<ChannelAdapter, (typeof orderOperations)[number]>;

/**
 * Limits of the order services in a minute, of the lowest tier (providers.md §2.2). All acts upon packages share the lowest of theirs.
 * A channel that is without limit on our side has none here either.
 */
export const orderGroups = (requestsPer10Seconds: number): readonly RequestGroup[] => {
  const limited = (name: string, operations: RequestGroup['operations'], perMinute: number): RequestGroup => ({
    name,
    operations,
    per10Seconds: null,
    perMinute: requestsPer10Seconds === 0 ? null : perMinute,
  });
  return [
    limited('orders', ['packages', 'packagesById', 'packagesOfOrder'], 30),
    limited('package', ['actOnPackage'], 100),
    limited('label', ['labels'], 100),
    // Trendyol documents no limit for these services but the one of each endpoint, 50 in 10 s.
    limited('webhook', ['webhooks', 'addWebhook', 'replaceWebhook'], 300),
  ];
};

const streamSchema = t.Object({
  content: t.Array(t.Unknown()),
  hasMore: t.Boolean(),
  nextCursor: t.Optional(nullable(t.String({ maxLength: 4_096 }))),
});

const pageSchema = t.Object({ content: t.Array(t.Unknown()) });

const labelsSchema = t.Object({
  data: t.Array(t.Object({ label: t.String({ maxLength: LABEL_LENGTH_MAX }) }), { maxItems: 200 }),
});

const webhookId = t.Union([
  t.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' }),
  t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
]);
const webhooksSchema = t.Array(
  t.Object({ id: webhookId, url: t.String({ maxLength: 4_096 }), status: t.Optional(nullable(t.String())) }),
  { maxItems: 200 },
);
const createdSchema = t.Object({ id: webhookId });

/** Trendyol's order, label and webhook services in the platform's words. */
export function ordersOf(client: TrendyolClient): OrderAdapter {
  const { sellerId } = client.credentials;
  const orders = `/order/sellers/${sellerId}`;
  const webhooks = `/webhook/sellers/${sellerId}/webhooks`;

  const listed = async (query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<PackageRow[]> => {
    const answer = await client.get(`${orders}/v2/orders`, { page: '0', size: String(SIZE), ...query }, signal);
    assertNoRefusal(answer);
    return rowsIn(checkedAnswer<Static<typeof pageSchema>>(NAME, 'a page', pageSchema, answer).content).map(
      readPackage,
    );
  };

  return {
    async packages(window, cursor, signal) {
      const [from, to] = [Date.parse(window.from), Date.parse(window.to)];
      const asked = askedOf([from, to], cursor);
      const query = {
        size: String(SIZE),
        lastModifiedStartDate: String(asked.from),
        lastModifiedEndDate: String(asked.to),
        ...(asked.remote === '' ? {} : { nextCursor: asked.remote }),
      };
      const answer = await client.get(`${orders}/orders/stream`, query, signal).catch((error: unknown) => {
        if (asked.remote !== '' && isRefused(error) && error.status === 400)
          throw new CursorRefused(error.status, error.code, error.message);
        throw error;
      });
      assertNoRefusal(answer);
      const { content, hasMore, nextCursor } = checkedAnswer<Static<typeof streamSchema>>(
        NAME,
        'a page',
        streamSchema,
        answer,
      );
      if (hasMore && (!nextCursor || nextCursor === asked.remote))
        throw new ProviderAnswerInvalid(`${NAME} has more packages and names no other place to go on at.`);
      const isDatedWithin = (modified: number): boolean => modified >= from && modified <= to;
      const isWithin = (row: unknown): boolean => isDatedWithin(modifiedIn(row) ?? from);
      const isProof = (row: unknown): boolean => isDatedWithin(modifiedIn(row) ?? Number.NaN);
      return {
        rows: rowsIn(content).filter(isWithin).map(readPackage),
        next: asked.next(hasMore ? (nextCursor ?? '') : null, content.some(isProof)),
      };
    },

    async packagesById(packageIds, signal) {
      const known = packageIds.filter((id) => /^\d{1,30}$/.test(id));
      if (known.length === 0) return [];
      const rows = await listed({ shipmentPackageIds: known.join(',') }, signal);
      return rows.filter((row) => !isPackage(row) || known.includes(row.packageId));
    },

    async packagesOfOrder(orderNumber, signal) {
      const rows = await listed({ orderNumber }, signal);
      return rows.filter((row) => !isPackage(row) || row.orderNumber === orderNumber);
    },

    actOnPackage: (packageId, act, signal) => actOn(client, packageId, act, signal),

    async labels({ trackingNumber, boxes }, signal) {
      const path = `/sellers/${sellerId}/common-label/${encodeURIComponent(trackingNumber)}`;
      assertDone(await client.tell('POST', path, { format: 'ZPL', boxQuantity: boxes }, signal));
      const answer = await client.get(path, {}, signal);
      assertNoRefusal(answer);
      const { data } = checkedAnswer<Static<typeof labelsSchema>>(NAME, 'labels', labelsSchema, answer);
      if (data.length === 0) throw new ProviderAnswerInvalid(`${NAME} answered no label.`);
      return data.map(({ label }): RemoteLabel => {
        const zpl = storable(label, LABEL_LENGTH_MAX);
        if (!/^\s*[\^~][A-Z]{2}/.test(zpl)) throw new ProviderAnswerInvalid(`${NAME} answered a label that is no ZPL.`);
        return { format: 'zpl', data: zpl };
      });
    },

    async webhooks(signal) {
      const answer = await client.get(webhooks, {}, signal);
      assertNoRefusal(answer);
      const list = checkedAnswer<Static<typeof webhooksSchema>>(NAME, 'webhooks', webhooksSchema, answer);
      return list.map(
        ({ id, url, status }): RemoteWebhook => ({
          webhookId: String(id),
          url: storable(url, 4_096),
          isActive: status === 'ACTIVE',
        }),
      );
    },

    async addWebhook(registration, signal) {
      const text = await client.tell('POST', webhooks, registered(registration), signal);
      assertDone(text);
      return String(checkedAnswer<Static<typeof createdSchema>>(NAME, 'a new webhook', createdSchema, jsonIn(text)).id);
    },

    async replaceWebhook(id, registration, signal) {
      const path = `${webhooks}/${encodeURIComponent(id)}`;
      // It replaces everything, the key as well, and leaves a webhook off that was off.
      assertDone(await client.tell('PUT', path, registered(registration), signal));
      assertDone(await client.tell('PUT', `${path}/activate`, {}, signal));
    },
  };
}

const registered = ({ url, key }: WebhookRegistration) => ({
  url,
  authenticationType: 'API_KEY',
  apiKey: key,
  // None: those of today, and those that come later.
  subscribedStatuses: [],
});

/** @throws {ProviderAnswerInvalid} when there are more rows than were requested */
function rowsIn(content: readonly unknown[]): readonly unknown[] {
  if (content.length <= SIZE) return content;
  throw new ProviderAnswerInvalid(`${NAME} answered ${content.length} packages where ${SIZE} were asked for.`);
}

function jsonIn(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
