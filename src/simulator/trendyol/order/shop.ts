import { type Endpoint, endpoint } from '../../kit/endpoint';
import type { Provider } from '../../kit/server';
import { Waits } from '../../kit/waits';
import { GroupLimits, type LimitedGroup, type Tier } from '../listing/limits';
import { Acts } from './acts';
import { Book } from './book';
import { orderResources } from './control';
import { Invoices } from './invoices';
import { type Knobs, usualKnobs } from './knobs';
import { CommonLabels } from './labels';
import { Lists } from './lists';
import { type Kept, toldPackage } from './package';
import type { Shelf } from './shelf';
import { Webhooks } from './webhooks';

const PACKAGE = '/order/sellers/{sellerId}/shipment-packages/{packageId}';
const LABEL = '/sellers/{sellerId}/common-label/{tracking}';
const WEBHOOKS = '/webhook/sellers/{sellerId}/webhooks';

const STATUS = [`PUT ${PACKAGE}`, `PUT ${PACKAGE}/alternative-delivery`, `PUT ${PACKAGE}/warehouse`];
const DELIVERED = [`PUT ${PACKAGE}/manual-deliver`, `PUT ${PACKAGE}/manual-return`];

const NONE = Number.POSITIVE_INFINITY;
const LISTS = /^GET \/order\/sellers\/\{sellerId\}\/(orders\/stream|v2\/orders)$/;
const flat = (perMinute: number): LimitedGroup['perMinute'] => [perMinute, perMinute, perMinute, perMinute, perMinute];

/** Limits of the order services in a minute (providers.md §2.2). */
const orderLimits: readonly LimitedGroup[] = [
  { name: 'orders', perMinute: [30, 40, 50, 100, 100], has: (name) => LISTS.test(name) },
  { name: 'packageStatus', perMinute: [300, 300, 500, NONE, NONE], has: (name) => STATUS.includes(name) },
  { name: 'packageDelivered', perMinute: [1_000, 1_000, 1_500, NONE, NONE], has: (name) => DELIVERED.includes(name) },
  { name: 'packageOther', perMinute: [100, 100, 200, NONE, NONE], has: (name) => name.includes(PACKAGE) },
  { name: 'labelCreate', perMinute: flat(100), has: (name) => name === `POST ${LABEL}` },
  { name: 'labelGet', perMinute: flat(100), has: (name) => name === `GET ${LABEL}` },
];

interface Surroundings {
  readonly seed: number;
  readonly sellerId: string;
  readonly now: () => number;
  readonly shelf: Shelf;
  /** Requests of one endpoint in 10 s; 0 switches all limits off. */
  readonly requestsPer10s: number;
  /** Limits of the other services. */
  readonly groups: readonly LimitedGroup[];
  readonly tier: Tier;
  /** Hears of each package whose status is another one than before. */
  heard?(kept: Kept): void;
}

/** The order services of the marketplace: packages, what sellers do with them, labels, webhooks, and the limits of it all. */
export class OrderShop {
  readonly limits: GroupLimits;
  readonly endpoints: readonly Endpoint[];
  readonly resources: Provider<string>['resources'];
  private readonly knobs: Knobs = { ...usualKnobs };
  private readonly waits = new Waits(() => this.knobs.scale);
  readonly book: Book;
  private readonly webhooks: Webhooks;

  constructor({ requestsPer10s, groups, tier, heard, ...around }: Surroundings) {
    const { knobs, waits } = this;
    const { seed, now } = around;
    const webhooks = new Webhooks(seed, now, knobs, waits);
    const told = (kept: Kept): void => {
      if (!kept.order.silent) webhooks.tell(toldPackage(kept, knobs));
      heard?.(kept);
    };
    const book = new Book({ ...around, knobs, waits, told });
    const acts = new Acts({ book, knobs, now });
    this.limits = new GroupLimits(requestsPer10s, [...groups, ...orderLimits], tier, () => knobs.scale);
    this.book = book;
    this.webhooks = webhooks;
    this.endpoints = endpointsOf({
      acts,
      webhooks,
      lists: new Lists({ book, knobs, now }),
      labels: new CommonLabels(book, knobs),
      invoices: new Invoices(book, acts),
    });
    const { breached: breaches } = this.limits;
    const rescaled = () => this.limits.restart();
    const hurry = () => waits.hurry();
    this.resources = orderResources({ book, acts, webhooks, knobs, breaches, rescaled, hurry });
  }

  /** The factor by which waits are shorter. */
  scale(): number {
    return this.knobs.scale;
  }

  measures(): { ordersPlaced: number } {
    return { ordersPlaced: this.book.placed };
  }

  close(): void {
    this.waits.close();
    this.webhooks.close();
  }
}

interface Services {
  readonly lists: Lists;
  readonly acts: Acts;
  readonly labels: CommonLabels;
  readonly invoices: Invoices;
  readonly webhooks: Webhooks;
}

const endpointsOf = ({ lists, acts, labels, invoices, webhooks }: Services): Endpoint[] => [
  endpoint('GET /order/sellers/{sellerId}/orders/stream', ({ query }) => lists.stream(query)),
  endpoint('GET /order/sellers/{sellerId}/v2/orders', ({ query }) => lists.pages(query)),

  endpoint(`PUT ${PACKAGE}`, acts.update),
  endpoint(`PUT ${PACKAGE}/items/unsupplied`, acts.unsupplied),
  endpoint(`POST ${PACKAGE}/split`, acts.split),
  endpoint(`POST ${PACKAGE}/multi-split`, acts.multiSplit),
  endpoint(`POST ${PACKAGE}/quantity-split`, acts.quantitySplit),
  endpoint(`POST ${PACKAGE}/split-packages`, acts.splitPackages),
  endpoint(`PUT ${PACKAGE}/box-info`, acts.box),
  endpoint(`PUT ${PACKAGE}/cargo-providers`, acts.carrier),
  endpoint(`PUT ${PACKAGE}/warehouse`, acts.warehouse),
  endpoint(`PUT ${PACKAGE}/extended-agreed-delivery-date`, acts.extend),
  endpoint(`PUT ${PACKAGE}/alternative-delivery`, acts.alternative),
  endpoint(`PUT ${PACKAGE}/manual-deliver`, acts.delivered),
  endpoint(`PUT ${PACKAGE}/manual-return`, acts.returned),

  endpoint('POST /sellers/{sellerId}/seller-invoice-links', (call) => invoices.link(call), 201),
  endpoint('POST /sellers/{sellerId}/seller-invoice-links/delete', (call) => invoices.unlink(call), 202),
  endpoint('POST /sellers/{sellerId}/seller-invoice-file', (call) => invoices.file(call), 201),

  endpoint(`POST ${LABEL}`, (call) => labels.create(call)),
  endpoint(`GET ${LABEL}`, (call) => labels.get(call)),

  endpoint(`GET ${WEBHOOKS}`, () => webhooks.list()),
  endpoint(`POST ${WEBHOOKS}`, ({ body }) => webhooks.create(body)),
  endpoint(`PUT ${WEBHOOKS}/{webhookId}`, ({ path, body }) => webhooks.replace(path.webhookId ?? '', body)),
  endpoint(`DELETE ${WEBHOOKS}/{webhookId}`, ({ path }) => webhooks.remove(path.webhookId ?? '')),
  endpoint(`PUT ${WEBHOOKS}/{webhookId}/activate`, ({ path }) => webhooks.turn(path.webhookId ?? '', 'ACTIVE')),
  endpoint(`PUT ${WEBHOOKS}/{webhookId}/deactivate`, ({ path }) => webhooks.turn(path.webhookId ?? '', 'PASSIVE')),
];
