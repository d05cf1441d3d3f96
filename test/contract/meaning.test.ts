import type { TSchema } from '../../src/kernel/schema/schema';
import { choicesIn, type Node, nodesWithin } from '../../src/kernel/schema/walk';
import { registry } from '../../src/registry';

const isSaid = (words: { readonly tr: string; readonly en: string } | undefined): boolean =>
  [words?.tr, words?.en].every((said) => typeof said === 'string' && said.trim() !== '');

/** Places of a schema that an owner would read as code: fields without a label, values without a word. */
function unsaid(node: Node, place: string): string[] {
  const values = (node.enum ?? []).filter((value) => typeof value === 'string');
  return [
    ...values.filter((value) => !isSaid(node['x-words']?.[value])).map((value) => `${place} = ${value}`),
    // A text that may be anything has words for what stands in a table, e.g. for codes of carriers.
    ...Object.keys(node['x-words'] ?? {}).flatMap((value) =>
      values.length === 0 || values.includes(value) ? [] : [`${place} ≠ ${value}`],
    ),
    ...nodesWithin(node).flatMap(([name, child]) => [
      ...(isField(node, name) && !isSaid(labelOf(child)) ? [`${place}/${name}`] : []),
      ...unsaid(child, inside(place, name)),
    ]),
  ];
}

const inside = (place: string, name: string | undefined): string => (name === undefined ? place : `${place}/${name}`);

/** What stands under any name of a record is called by that. */
const isField = ({ properties = {} }: Node, name: string | undefined): boolean =>
  name !== undefined && Object.hasOwn(properties, name);

const labelOf = (node: Node): Node['x-label'] =>
  choicesIn(node)
    .map((choice) => choice['x-label'])
    .find((label) => label !== undefined);

/** Places of things that stand in a list and have an identifier, and of which no field is shown beside what differs. */
function untelling(node: Node, place: string): string[] {
  const fields = node.items?.properties ?? {};
  const isTold = !('id' in fields) || Object.values(fields).some((field) => field['x-tells'] === true);
  return [
    ...(isTold ? [] : [place]),
    ...nodesWithin(node).flatMap(([name, child]) => untelling(child, inside(place, name))),
  ];
}

const reasons = {
  asked: 'is what a caller chooses, and worth no more or less for what is sold',
  sold: 'is of one sale, of which its command says what is done to it',
  told: 'tells how far work of the product has come, or what it counted',
  mirrored: 'is what the marketplace shows, or is shown, of a stock that is warned of itself',
} as const;

/** States of things, and numbers of what there is: a reviewer is warned of what they come to, or it stands here why not. */
const HARMLESS: Readonly<Record<string, string>> = {
  'belge/kind': reasons.sold,
  'category/taksitCap': reasons.asked,
  'channel job/censusDays': reasons.asked,
  'channel job/progress/approved': reasons.told,
  'channel job/progress/differing': reasons.told,
  'channel job/progress/listed': reasons.told,
  'channel job/progress/ordersNew': reasons.told,
  'channel job/progress/packagesChanged': reasons.told,
  'channel job/progress/pending': reasons.told,
  'channel job/progress/reactivated': reasons.told,
  'channel job/progress/rowsChanged': reasons.told,
  'channel job/progress/claimItems/state': reasons.told,
  'channel job/progress/questionState': reasons.told,
  'channel job/progress/sent': reasons.told,
  'channel job/act/boxes': reasons.sold,
  'channel job/act/days': reasons.sold,
  'channel job/act/groups/quantity': reasons.sold,
  'channel job/act/lines/quantity': reasons.sold,
  'channel job/act/reason': reasons.sold,
  'channel job/claimAct': reasons.sold,
  'channel job/op': reasons.sold,
  'channel job/pushMode': reasons.asked,
  'channelSettings/buffer': reasons.asked,
  'channelSettings/buyerMail': reasons.asked,
  'channelSettings/disconnect': reasons.asked,
  'channelSettings/priceRule/round': reasons.asked,
  'orderPackage/ordered/quantity': reasons.sold,
  'listing/driftReason/state': reasons.mirrored,
  'listing/driftReason/here/stock': reasons.mirrored,
  'listing/driftReason/told/stock': reasons.mirrored,
  'listing/driftReason/there/stock': reasons.mirrored,
  'channel job/kind': reasons.asked,
  'channel job/listingMode': reasons.asked,
  'channel job/mode': reasons.asked,
  'checkoutSettings/deliveryMaxDays': reasons.asked,
  'checkoutSettings/deliveryMinDays': reasons.asked,
  'checkoutSettings/returnCostBorneBy': reasons.asked,
  'checkoutSettings/transferDays': 'of orders to come, whose buyers are told',
  'extension/config/instalmentsMax': reasons.asked,
  'extension/config/parcelHeightCm': reasons.asked,
  'extension/config/parcelLengthCm': reasons.asked,
  'extension/config/parcelWeightGrams': reasons.asked,
  'extension/config/parcelWidthCm': reasons.asked,
  'extension/config/requestsPer10Seconds': reasons.asked,
  'extension/granted/actions': reasons.asked,
  'extension/granted/personalData': reasons.asked,
  'extension/granted/scopes': reasons.asked,
  'extension/hooksOff': reasons.asked,
  'identity/legalForm': reasons.asked,
  'identity/province': reasons.asked,
  'listing/buffer': reasons.asked,
  'legalPage/kind': reasons.asked,
  'media/variants/format': reasons.asked,
  'metafield definition/target': reasons.asked,
  'metafield definition/type': reasons.asked,
  'metafield definition/validations/maxLength': reasons.asked,
  'metafield definition/validations/minLength': reasons.asked,
  'product/digital/kind': reasons.asked,
  'product/withdrawalException': reasons.asked,
  'readinessFlag/flag': reasons.asked,
  'order/billing/kind': reasons.sold,
  'order/cancelReason': reasons.sold,
  'order/fulfilment': reasons.sold,
  'order/payment': reasons.sold,
  'order/review': reasons.sold,
  'order/paymentMethod': reasons.sold,
  'orderEvent/kind': reasons.sold,
  'orderLine/booked': reasons.sold,
  'orderLine/bounced': reasons.sold,
  'orderLine/codes': reasons.sold,
  'orderLine/delivered': reasons.sold,
  'orderLine/digitalKind': reasons.sold,
  'orderLine/keptUnits': reasons.sold,
  'orderLine/lost': reasons.sold,
  'orderLine/oversold': reasons.sold,
  'orderLine/quantity': reasons.sold,
  'orderLine/refundedUnits': reasons.sold,
  'orderLine/restocked': reasons.sold,
  'orderLine/returned': reasons.sold,
  'orderLine/shipped': reasons.sold,
  'orderLine/stockTaken': reasons.sold,
  'orderLine/unpaidUnits': reasons.sold,
  'orderLine/unsent': reasons.sold,
  'orderPackage/held/oversold': reasons.sold,
  'orderPackage/held/quantity': reasons.sold,
  'orderPackage/lines/quantity': reasons.sold,
  'orderPackage/pieces/quantity': reasons.sold,
  'orderPackage/state': reasons.sold,
  'orderReturn/kind': reasons.sold,
  'orderReturn/pieces/units': reasons.sold,
  'orderReturn/receipts/condition': reasons.sold,
  'orderReturn/receipts/restocked': reasons.sold,
  'orderReturn/receipts/units': reasons.sold,
  'orderReturn/rejection/ground': reasons.sold,
  'orderReturn/state': reasons.sold,
  'payment/finding': reasons.sold,
  'payment/state': reasons.sold,
  'refund/method': reasons.sold,
  'refund/pieces/units': reasons.sold,
  'refund/state': reasons.sold,
  'sender/province': reasons.told,
  'sender/state': reasons.told,
  'shipment/forward/paymentMethod': reasons.sold,
  'shipment/pieces/quantity': reasons.sold,
  'shipment/state': reasons.sold,
  'stockPolicy/marketplaceBuffer': reasons.asked,
  'stockPolicy/untrackedQuantity': reasons.asked,
  'store/tokenDefaultExpiryDays': reasons.asked,
  'token/kind': reasons.asked,
  'token/limits/itemsPerProposal': reasons.asked,
  'token/scopes': reasons.asked,
  'channel job/progress/created': reasons.told,
  'channel job/progress/done': reasons.told,
  'channel job/progress/failed': reasons.told,
  'channel job/progress/pictures': reasons.told,
  'channel job/progress/picturesElsewhere': reasons.told,
  'channel job/progress/begunAnew': reasons.told,
  'channel job/progress/picturesFailed': reasons.told,
  'channel job/progress/picturesFetched': reasons.told,
  'channel job/progress/total': reasons.told,
  'channel job/progress/updated': reasons.told,
  'channel job/state': reasons.told,
  'channel job/waiting/reason': reasons.told,
  'collection/productCount': reasons.told,
  'coupon/customerUsesMax': 'of orders to come',
  'coupon/kind': 'stated once, with the coupon',
  'coupon/uses': reasons.told,
  'coupon/usesMax': 'of orders to come',
  'media/failure': reasons.told,
  'media/state': reasons.told,
  'product/codes/allocated': reasons.told,
  'product/codes/voided': reasons.told,
  'product/digital/codes/allocated': reasons.told,
  'product/digital/codes/voided': reasons.told,
  'projection/keys': reasons.told,
  'projection/repaired': reasons.told,
  'token/status': reasons.told,
  'listing/liveStock': reasons.mirrored,
  'listing/mirror/status': reasons.mirrored,
  'listing/mirror/stock': reasons.mirrored,
  'listing/problem': reasons.mirrored,
  'listing/pushedStock': reasons.mirrored,
  'update/class': reasons.told,
  'update/kind': reasons.told,
  'update/reason': reasons.told,
  'update/state': 'is decided by its owner, who looks at both designs',
};

/** Places whose values something may come to that a reviewer has to be warned of. */
const riskable = (node: Node, place: string): [place: string, node: Node][] => [
  ...(node['x-unit'] === 'count' || (node.enum?.some((value) => typeof value === 'string') ?? false)
    ? [[place, node] as [string, Node]]
    : []),
  ...nodesWithin(node).flatMap(([name, child]) => riskable(child, inside(place, name))),
];

describe('what an owner reads', () => {
  test('of each state and count of the shop says what it is a risk of that something comes to it, or why nothing is', () => {
    const found = registry.entities
      .filter(({ besideShop }) => !besideShop)
      .flatMap(({ word, schema }) => riskable(schema as Node, word));
    const undeclared = found.filter(([, node]) => !node['x-risks']).map(([place]) => place);
    expect([...new Set(undeclared)].sort()).toEqual(Object.keys(HARMLESS).sort());
    for (const [place, { enum: values = [], 'x-risks': risks = {} }] of found)
      expect([place, Object.keys(risks).filter((value) => values.length > 0 && !values.includes(value))]).toEqual([
        place,
        [],
      ]);
  });

  test.each(registry.entities)('of a changed $word has a name, and each of its states a word', ({ word, schema }) => {
    expect(isSaid((schema as Node)['x-label'])).toBe(true);
    expect(unsaid(schema, word)).toEqual([]);
  });

  test('of things that stand in a list says which is which', () => {
    const untold = registry.entities.flatMap(({ word, schema }) => untelling(schema, word));
    expect(untold).toEqual([]);
  });

  test('of every call that changes something has a name', () => {
    const changing = [
      ...registry.commands,
      ...registry.routes.filter(({ id, writes }) => writes && id !== 'commands.run'),
    ];
    expect(changing.filter(({ label }) => !isSaid(label)).map(({ id }) => id)).toEqual([]);
  });

  const inputs: [id: string, schemas: readonly TSchema[]][] = [
    ...registry.commands.map(({ id, payload }): [string, TSchema[]] => [id, [payload]]),
    ...registry.routes.flatMap((route): [string, TSchema[]][] =>
      'command' in route ? [[route.id, [route.params, route.body]]] : [],
    ),
  ];
  test.each(inputs)('of a call of %s has a name, and each of its choices a word', (id, schemas) => {
    expect(schemas.flatMap((schema) => unsaid(schema, id))).toEqual([]);
  });
});
