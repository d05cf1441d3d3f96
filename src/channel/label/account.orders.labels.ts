import { cargoAnswer } from '../../cargo/provider/answer';
import { connectCargo } from '../../cargo/provider/connect';
import { cargoNeeds } from '../../cargo/provider/needs';
import { findNewestSender } from '../../cargo/sender/store';
import type { WorkContext } from '../../kernel/declaration/context';
import { exampleId } from '../../kernel/declaration/example';
import { FileAnswer } from '../../kernel/declaration/file';
import { fileWorkRoute } from '../../kernel/declaration/route';
import { refuse } from '../../kernel/errors';
import { groupedBy } from '../../kernel/grouped';
import { label, object, t } from '../../kernel/schema/schema';
import { order } from '../../order/order/aggregate';
import { type PackageOfOrder, packagesOfOrders } from '../../order/package/named-store';
import { assertFits, inOrder, PARTS_MAX } from '../../order/print/asked';
import { type Label, labelsOfOrder, senderOf } from '../../order/print/label';
import { type PackedOrder, withLines } from '../../order/print/packing';
import { linesOfOrders, ordersOf, type PrintedParcel, parcelsOfOrders } from '../../order/print/store';
import type { LabelType } from '../../provider/cargo-port';
import { isGone } from '../../provider/channel/package';
import { findShopAddress } from '../../store/seller-store';
import { answerRefusals } from '../provider/answer';
import { connectChannel } from '../provider/connect';
import { packageLabelNeeds } from '../provider/parcel-needs';
import { fetchEachLabel } from './each';
import { drawLabelFile, FILE_BYTES_MAX, type SheetOfLabel } from './file';
import { type GivenLabel, labelsOf, pagesOf } from './labels';

/** As many labels as a marketplace is asked for at once. */
const ORDERS_MAX = 50;

const ofCargo = cargoNeeds('ready', 'label');

const formats: Readonly<Record<LabelType, GivenLabel['format']>> = {
  'application/pdf': 'pdf',
  'application/zpl': 'zpl',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
};

export default fileWorkRoute({
  id: 'account.orders.labels',
  label: { tr: 'Kargo etiketlerini yazdır', en: 'Print labels of parcels' },
  http: 'POST /v1/account/orders/labels',
  summary:
    'One PDF of the labels of up to 50 orders, in their order: those of marketplaces and of providers of cargo, and own ones on A6 for other carriers. A file has at most 100 pages. One fault refuses all and names every fault; with `partial`, faulty orders are left out and named in the header `Left-Out`. Each look stands in the audit log.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  audited: true,
  asksProvider: true,
  body: object({
    ids: label(
      'Siparişler',
      'Orders',
    )(
      t.Array(order.reference, {
        minItems: 1,
        maxItems: ORDERS_MAX,
        uniqueItems: true,
        description: 'In the order in which they are printed.',
      }),
    ),
    partial: t.Optional(
      label('Olanları al', 'Those that there are')(t.Boolean({ description: 'Leave out what has no label.' })),
    ),
  }),
  produces: { types: ['application/pdf'], bytesMax: FILE_BYTES_MAX },
  refuses: [
    'not_found',
    'invalid_state',
    'labels_do_not_fit',
    'not_offered',
    'consent_required',
    'extension_not_installed',
    'extension_not_ready',
    ...answerRefusals,
  ],
  example: { body: { ids: [exampleId('ord', 'KAPDA')] } },

  async run(context) {
    const { storeId, body } = context;
    const wanted = await wantedLabels(context, body.ids);
    const fetchOne = fetching(context);
    const { labels, leftOut } = await fetchEachLabel(
      wanted.map(({ at, source }) => ({ at, thing: source })),
      { field: 'ids', partial: body.partial === true },
      fetchOne,
    );
    const bytes = await drawLabelFile(labels, storeId);
    return FileAnswer.of(bytes, { name: 'etiketler.pdf', type: 'application/pdf', leftOut });
  },
});

type Context = Pick<WorkContext, 'db' | 'services' | 'storeId'>;

/** The place from which a label comes: it is drawn here, or its provider or marketplace is asked. */
type Source =
  | { readonly own: Label }
  | { readonly parcel: PrintedParcel }
  | { readonly pack: PackageOfOrder }
  | { readonly none: PackedOrder };

interface Wanted {
  /** The place of the order among those that were named. */
  readonly at: number;
  readonly source: Source;
}

/** @throws {Refusal} not_found, which names each id that is of no order of the store; invalid_request of too many parcels */
async function wantedLabels({ db, storeId }: Context, ids: readonly string[]): Promise<readonly Wanted[]> {
  const { found, lines, parcels, packages, sender, shop } = await db.snapshot(async (moment) => ({
    found: await ordersOf(moment, storeId, ids),
    lines: await linesOfOrders(moment, storeId, ids, PARTS_MAX + 1),
    parcels: await parcelsOfOrders(moment, storeId, ids, PARTS_MAX + 1),
    packages: await packagesOfOrders(moment, storeId, ids, PARTS_MAX + 1),
    sender: await findNewestSender(moment, storeId),
    shop: await moment.last(findShopAddress(moment, storeId)),
  }));
  const orders = inOrder(ids, found);
  for (const parts of [lines, parcels, packages]) assertFits(parts);
  const from = senderOf(shop.storeName, sender ?? shop);
  const parcelsBy = groupedBy(parcels, ({ orderId }) => orderId);
  const packagesBy = groupedBy(packages, ({ orderId }) => orderId);
  return withLines(orders, lines).flatMap((packed, at): Wanted[] => {
    const { id, channel } = packed.order;
    if (channel !== 'store') return packagesToLabel(packed, packagesBy.get(id) ?? []).map((source) => ({ at, source }));
    return labelsOfOrder(packed, parcelsBy.get(id) ?? [], from).map(({ parcel, label }) => ({
      at,
      source: parcel?.extension ? { parcel } : { own: label },
    }));
  });
}

/** Packages that are still to arrive; where none is, all that are not gone. */
function packagesToLabel(packed: PackedOrder, all: readonly PackageOfOrder[]): Source[] {
  const there = all.filter((each) => !isGone(each));
  const underWay = there.filter(({ state }) => state !== 'delivered' && state !== 'returned');
  const chosen = underWay.length > 0 ? underWay : there;
  return chosen.length > 0 ? chosen.map((pack) => ({ pack })) : [{ none: packed }];
}

/** @returns brings the sheets of a source. Each extension is connected once. */
function fetching({ db, services, storeId }: Context): (source: Source) => Promise<readonly SheetOfLabel[]> {
  const onceEach = <T>(connect: (ext: string) => Promise<T>) => {
    const connected = new Map<string, Promise<T>>();
    return (ext: string): Promise<T> => {
      const known = connected.get(ext) ?? connect(ext);
      connected.set(ext, known);
      return known;
    };
  };
  const channelOf = onceEach((ext) =>
    connectChannel({ db, services, storeId, ext, needs: packageLabelNeeds, urgency: 'urgent' }),
  );
  const cargoOf = onceEach((ext) => connectCargo({ db, services, storeId, ext, needs: ofCargo }));
  return async (source) => {
    if ('own' in source) return [source.own];
    if ('none' in source)
      return refuse('invalid_state', 'The order has no package at its marketplace that goes anywhere.', {
        facts: { packageIds: [] },
        quotesNobody: true,
      });
    if ('pack' in source) {
      const { adapter } = await channelOf(source.pack.extension);
      return pagesOf(await labelsOf(adapter, source.pack, { format: 'png' }), storeId);
    }
    const { extension, remoteId, state } = source.parcel;
    if (extension === null || remoteId === null)
      return refuse('invalid_state', 'The provider has not booked the parcel yet, so there is no label of it.', {
        facts: { state },
        quotesNobody: true,
      });
    const { adapter } = await cargoOf(extension);
    const { bytes, type } = await cargoAnswer((signal) => adapter.label(remoteId, signal));
    return pagesOf([givenAs(bytes, formats[type])], storeId);
  };
}

/** A label of a file as the renderer takes it: ZPL is text, the others are base64. */
const givenAs = (bytes: Uint8Array, format: GivenLabel['format']): GivenLabel => ({
  format,
  data: Buffer.from(bytes).toString(format === 'zpl' ? 'utf8' : 'base64'),
});
