import { sleep } from '../../src/embedded/process';
import type { RunFile } from '../../src/supervisor/run-file';
import { Patience, patient } from '../world/patience';
import type { Findings } from './findings';
import type { Gateway } from './gateway';
import { groupBy } from './group-by';
import type { ClaimThere, Market, PackageThere } from './marketplace';
import { kurusOf, type Outside } from './outside';
import type { Product } from './product';
import type { Random } from './random';

type Query = Parameters<Parameters<Product['sql']>[0]>[0];

export interface MarketWorld {
  readonly product: Product;
  readonly gateway: Gateway;
  readonly outside: Outside;
  readonly market: Market;
  readonly findings: Findings;
  readonly random: Random;
  /** When the run began. */
  readonly since: Date;
}

/** Pulls come each minute, and what waits for them a moment later. */
const AGREED_MS_MAX = patient(150_000);
const LOOK_MS = 1_000;

/** Packages whose pieces are nobody's any more, or another package's. */
const GONE = ['Cancelled', 'UnSupplied', 'UnPacked'];

/** What differs between here and there; each by what it is about. */
type Differences = Map<string, string>;

/**
 * Waits until marketplace and shop agree, as they do by themselves once nothing is in their way.
 * @returns what differs when it is given up
 */
export async function agreed(world: MarketWorld): Promise<Differences> {
  const { product, gateway, random } = world;
  const keys = random.fork('keys of the comparison');
  // The clock does both: what no list has shown is found by the census of each hour, and what was typed in there at night.
  for (const payload of [
    { task: 'orders', since: world.since.toISOString() },
    { task: 'reconcile' },
    { task: 'claims', since: world.since.toISOString() },
  ])
    await gateway.call({
      ...{ by: 'developer', name: 'channel.sync.now', key: keys.ulid(), path: '/v1/channel/trendyol/sync' },
      payload,
      mayRefuse: ['invalid_state'],
    });
  const patience = new Patience(AGREED_MS_MAX);
  for (;;) {
    const found = await product.sql((query) => differences(query, world));
    if (found.size === 0 || patience.isOver) return found;
    await sleep(LOOK_MS);
  }
}

/** Holds what is kept of the marketplace's orders, stock and prices against what it says itself. */
export async function checkMarketplace(world: MarketWorld): Promise<void> {
  const { product, findings, outside, market } = world;
  await product.sql(async (query) => {
    for (const [about, what] of await differences(query, world)) findings.mismatch(`${about}: ${what}`);
    await checkOversold(query, world);
    await checkLedger(query, world);
    await checkOnce(query, world);
    await checkClaimsOnce(query, world);
    await checkMirrors(query, world);
  });
  const { packages, breaches } = await outside.marketStatistics();
  findings.expectEqual('requests beyond the limits of the marketplace', breaches, {});
  findings.expectCount('requests that repeat one of the last quarter of an hour', outside.repeatedRequests, 0);
  market.counts.packages = packages;
}

async function differences(query: Query, world: MarketWorld): Promise<Differences> {
  const found: Differences = new Map();
  const storeId = (world.product.run as RunFile).storeId as string;
  const there = await world.outside.packages();
  const back = piecesBack(await world.outside.claims(), there);
  await compareOrders(query, storeId, { there, back }, found);
  await comparePackages(query, storeId, there, found);
  await compareOffers(query, storeId, world, { there, back }, found);
  await compareClaims(query, storeId, world, found);
  return found;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const isGone = ({ status }: PackageThere): boolean => GONE.includes(status);
const pricesOf = ({ lines }: PackageThere): number[] =>
  lines.flatMap(({ discountDetails }) => discountDetails.map(({ lineItemPrice }) => kurusOf(String(lineItemPrice))));
const piecesOf = ({ lines }: PackageThere): number => sum(lines.map(({ quantity }) => quantity));

/** Packages of the marketplace, with the pieces of them that buyers have given back. */
interface Sold {
  readonly there: readonly PackageThere[];
  readonly back: readonly PieceBack[];
}

interface PieceBack {
  readonly orderNumber: string;
  readonly barcode: string;
  readonly price: number;
}

/** Pieces that the marketplace has accepted back, each with its own price. */
function piecesBack(claims: readonly ClaimThere[], there: readonly PackageThere[]): PieceBack[] {
  const prices = new Map(
    there.flatMap(({ lines }) =>
      lines.flatMap(({ discountDetails }) =>
        discountDetails.map(({ lineItemId, lineItemPrice }) => [lineItemId, kurusOf(String(lineItemPrice))] as const),
      ),
    ),
  );
  return claims.flatMap(({ orderNumber, items }) =>
    items.flatMap(({ orderLine: { barcode }, claimItems }) =>
      claimItems
        .filter(({ claimItemStatus }) => claimItemStatus.name === 'Accepted')
        .map(({ orderLineItemId }) => ({ orderNumber, barcode, price: prices.get(orderLineItemId) ?? Number.NaN })),
    ),
  );
}

/** The words of the marketplace for the states of pieces that are given back. */
const CLAIMED: Readonly<Record<string, string>> = {
  WaitingInAction: 'waiting_action',
  Accepted: 'accepted',
  InAnalysis: 'in_analysis',
  Unresolved: 'unresolved',
};

/** Each piece that a buyer gives back is as it is there, and one that was accepted is one return. */
async function compareClaims(
  query: Query,
  storeId: string,
  { outside }: MarketWorld,
  found: Differences,
): Promise<void> {
  interface Row {
    readonly itemId: string;
    readonly state: string;
    readonly settled: string | null;
    readonly returns: string;
  }
  const rows = await query<Row>(
    `SELECT i ->> 'itemId' AS "itemId", i ->> 'state' AS state, i -> 'settled' ->> 'outcome' AS settled,
       (SELECT count(*) FROM order_return r WHERE r.store_id = $1 AND r.external_claim = i ->> 'itemId') AS returns
     FROM channel_claim c, jsonb_array_elements(c.items) i WHERE c.store_id = $1`,
    [storeId],
  );
  const here = new Map(rows.map((row) => [row.itemId, row]));
  for (const { claimId, items } of await outside.claims())
    for (const { id, claimItemStatus } of items.flatMap(({ claimItems }) => claimItems)) {
      const isBack = claimItemStatus.name === 'Accepted';
      const row = here.get(id);
      const mine = row && { state: row.state, settled: row.settled, returns: Number(row.returns) };
      const expected = {
        state: CLAIMED[claimItemStatus.name],
        settled: isBack ? 'returned' : null,
        returns: Number(isBack),
      };
      if (JSON.stringify(mine) !== JSON.stringify(expected))
        found.set(
          `piece ${id} of claim ${claimId}`,
          `found ${JSON.stringify(mine)}, expected ${JSON.stringify(expected)}`,
        );
    }
}

/** No act upon a claim was asked for twice by one job, or done twice, and what has succeeded here is done there. */
async function checkClaimsOnce(query: Query, { outside, findings, product, market }: MarketWorld): Promise<void> {
  const rows = await query<{ itemId: string; jobs: string; succeeded: string }>(
    `SELECT i AS "itemId", count(*) AS jobs, count(*) FILTER (WHERE state = 'succeeded') AS succeeded
     FROM channel_job, jsonb_array_elements_text(input -> 'itemIds') i WHERE store_id = $1 AND kind = 'claim.act' GROUP BY 1`,
    [product.run?.storeId],
  );
  const { items, secondActs } = await outside.claimStatistics();
  findings.expectCount('acts upon what had been acted upon', secondActs, 0);
  const known = new Set(rows.map(({ itemId }) => itemId));
  for (const { itemId, jobs, succeeded } of rows) {
    const { asked, done } = items[itemId] ?? { asked: 0, done: 0 };
    if (asked > Number(jobs))
      findings.double(`piece ${itemId} of a claim was asked for ${asked} times by ${jobs} jobs`);
    if (done > 1) findings.double(`piece ${itemId} of a claim was acted upon ${done} times`);
    if (Number(succeeded) > 0 && done === 0)
      findings.lose(`the act upon piece ${itemId} of a claim has succeeded here and was not done there`);
  }
  for (const itemId of Object.keys(items))
    if (!known.has(itemId)) findings.double(`piece ${itemId} of a claim was acted upon, and no job has asked for it`);
  market.counts['pieces of claims'] = rows.length;
}

/** Each order there is one order here, with the pieces and the money that it has there. */
async function compareOrders(query: Query, storeId: string, { there, back }: Sold, found: Differences): Promise<void> {
  interface Row {
    readonly number: string;
    readonly orders: string;
    readonly captured: string;
    readonly refunded: string;
    readonly pieces: string;
    readonly kept: string;
  }
  const rows = await query<Row>(
    `SELECT o.external_number AS number, count(*) AS orders, sum(o.captured) AS captured, sum(o.refunded) AS refunded,
       sum((SELECT sum(l.quantity) FROM order_line l WHERE l.store_id = $1 AND l.order_id = o.id)) AS pieces,
       sum((SELECT sum(cardinality(l.refunded_units)) FROM order_line l WHERE l.store_id = $1 AND l.order_id = o.id)) AS kept
     FROM store_order o WHERE o.store_id = $1 AND o.external_number = ANY ($2) GROUP BY o.external_number`,
    [storeId, [...new Set(there.map(({ orderNumber }) => orderNumber))]],
  );
  const here = new Map(rows.map((row) => [row.number, row]));
  for (const [number, packages] of groupBy(there, ({ orderNumber }) => orderNumber)) {
    if (packages.every(({ status }) => status === 'Awaiting')) continue;
    const row = here.get(number);
    if (!row) {
      // What was first seen cancelled is written down as a package, and is no order.
      if (!packages.every(isGone)) found.set(`order ${number} of the marketplace`, 'it is not here');
      continue;
    }
    // A package that was taken apart goes on in others.
    const last = packages.filter(({ status }) => status !== 'UnPacked');
    const gone = last.filter(isGone);
    const alive = last.filter((each) => !isGone(each));
    const given = back.filter((piece) => piece.orderNumber === number);
    const expected = {
      orders: 1,
      money: sum(alive.flatMap(pricesOf)) - sum(given.map(({ price }) => price)),
      pieces: sum(alive.map(piecesOf)) - given.length,
      isTooMuch: false,
    };
    const [captured, refunded, pieces, kept] = [row.captured, row.refunded, row.pieces, row.kept].map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const mine = {
      orders: Number(row.orders),
      money: captured - refunded,
      pieces: pieces - kept,
      // What was cancelled before anybody heard of it was never here.
      isTooMuch:
        refunded > sum(gone.flatMap(pricesOf)) + sum(given.map(({ price }) => price)) ||
        kept > sum(gone.map(piecesOf)) + given.length,
    };
    if (JSON.stringify(mine) !== JSON.stringify(expected))
      found.set(
        `order ${number} of the marketplace`,
        `found ${JSON.stringify(mine)}, expected ${JSON.stringify(expected)}`,
      );
  }
}

/** Each package is here once, as it is there, and one that lives is one shipment with its pieces. */
async function comparePackages(
  query: Query,
  storeId: string,
  there: readonly PackageThere[],
  found: Differences,
): Promise<void> {
  interface Row {
    readonly packageId: string;
    readonly word: string;
    readonly rows: string;
    readonly shipments: string;
  }
  const rows = await query<Row>(
    `SELECT p.package_id AS "packageId", min(p.state_word) AS word, count(*) AS rows,
       (SELECT count(*) FROM order_shipment s WHERE s.store_id = $1 AND s.package_id = p.package_id
          AND s.state NOT IN ('cancelled', 'failed')) AS shipments
     FROM order_package p WHERE p.store_id = $1 AND p.package_id = ANY ($2) GROUP BY p.package_id`,
    [storeId, there.map(({ shipmentPackageId }) => String(shipmentPackageId))],
  );
  const here = new Map(rows.map((row) => [row.packageId, row]));
  for (const each of there) {
    const { shipmentPackageId, status } = each;
    const row = here.get(String(shipmentPackageId));
    const about = `package ${shipmentPackageId} of the marketplace`;
    if (!row) found.set(about, `it is not here, and ${status} there`);
    else if (row.word !== status || row.rows !== '1')
      found.set(about, `it is ${row.word} (${row.rows}), and ${status} there`);
    else {
      const travels = !isGone(each) && !['Awaiting', 'Created'].includes(status);
      if (Number(row.shipments) !== Number(travels))
        found.set(about, `it is ${status}, and has ${row.shipments} shipments`);
    }
  }
}

/** Stock here is what was there in the beginning, with all that moved it; and the marketplace shows that, as it was told. */
async function compareOffers(
  query: Query,
  storeId: string,
  { market, outside }: MarketWorld,
  { there, back }: Sold,
  found: Differences,
): Promise<void> {
  interface Row {
    readonly barcode: string;
    readonly stock: number;
    readonly price: string;
    readonly toldStock: number | null;
    readonly toldPrice: string | null;
    readonly mirrorStock: number | null;
    readonly mirrorPrice: string | null;
    readonly isSending: boolean;
    readonly isUnderstated: boolean;
  }
  const { goods } = market;
  const rows = await query<Row>(
    `SELECT b.barcode, coalesce(v.stock, p.stock) AS stock, coalesce(l.price_override, v.price, p.price) AS price,
       f.told_stock AS "toldStock", f.told_price AS "toldPrice", (l.mirror ->> 'stock')::int AS "mirrorStock",
       l.mirror ->> 'price' AS "mirrorPrice", f.sending_id IS NOT NULL AS "isSending",
       coalesce(f.understated_until > clock_timestamp(), false) AS "isUnderstated"
     FROM channel_listing l
     JOIN catalog_product p ON p.store_id = l.store_id AND p.id = l.product_id
     LEFT JOIN catalog_variant v ON v.store_id = l.store_id AND v.id = l.variant_id
     JOIN catalog_barcode b ON b.store_id = l.store_id AND b.product_id = l.product_id AND b.variant_id IS NOT DISTINCT FROM l.variant_id
     LEFT JOIN channel_offer f ON f.store_id = l.store_id AND f.listing_id = l.id
     WHERE l.store_id = $1 AND l.id = ANY ($2)`,
    [storeId, goods.map(({ listingId }) => listingId)],
  );
  const here = new Map(rows.map((row) => [row.barcode, row]));
  for (const { barcode, opening, price } of goods) {
    const row = here.get(barcode);
    if (!row) {
      found.set(`item ${barcode} of the marketplace`, 'its listing is not here');
      continue;
    }
    // Pieces that buyers have given back are for sale again.
    const returned = back.filter((piece) => piece.barcode === barcode).length;
    const stock = opening + (market.adjusted.get(barcode) ?? 0) - soldOf(there, barcode) + returned;
    // Where a repeated request would be refused, one piece less is told for a while.
    const shown = Math.max(0, stock) - (row.isUnderstated && stock > 0 ? 1 : 0);
    const wanted = market.prices.get(barcode) ?? price;
    const offer = outside.shown(barcode);
    const mine = {
      stock: row.stock,
      told: row.toldStock ?? shown,
      mirror: row.mirrorStock,
      there: offer?.stock,
      toldPrice: Number(row.toldPrice ?? wanted),
      mirrorPrice: Number(row.mirrorPrice),
      priceThere: offer?.price,
      isSending: row.isSending,
    };
    const expected = {
      ...{ stock, told: shown, mirror: shown, there: shown },
      ...{ toldPrice: wanted, mirrorPrice: wanted, priceThere: wanted, isSending: false },
    };
    if (JSON.stringify(mine) !== JSON.stringify(expected))
      found.set(
        `item ${barcode} of the marketplace`,
        `found ${JSON.stringify(mine)}, expected ${JSON.stringify(expected)}`,
      );
  }
}

/** Pieces of packages that are not given back; one that waits for its approval holds them. */
const soldOf = (there: readonly PackageThere[], barcode: string): number =>
  sum(
    there
      .filter((each) => !isGone(each))
      .flatMap(({ lines }) => lines.filter((line) => line.barcode === barcode).map(({ quantity }) => quantity)),
  );

/**
 * Of what is scarce nobody gives back and nothing is added, so each piece beyond the first ones was oversold, whenever it was heard of. The
 * marketplace itself counts those that it sold beyond what it showed: they cannot be more.
 */
async function checkOversold(query: Query, { market, outside, findings, product }: MarketWorld): Promise<void> {
  if (market.goods.length === 0) return findings.mismatch('nothing was on sale at the marketplace');
  const { barcode, opening, productId, variantId } = market.scarce;
  const [row] = await query<{ oversold: string }>(
    `SELECT coalesce(sum(oversold), 0) AS oversold FROM order_line
     WHERE store_id = $1 AND product_id = $2 AND variant_id IS NOT DISTINCT FROM $3`,
    [product.run?.storeId, productId, variantId],
  );
  const oversold = Number(row?.oversold);
  const sold = soldOf(await outside.packages(), barcode);
  findings.expectEqual('pieces that were oversold of what is scarce', oversold, Math.max(0, sold - opening));
  const there = (await outside.marketStatistics()).oversold[barcode] ?? 0;
  if (there > oversold)
    findings.mismatch(`the marketplace counts ${there} oversold pieces, and ${oversold} are known here`);
  market.counts['oversold pieces'] = oversold;
}

/** Pieces of a channel's orders that the ledger has not moved as their lines say. */
const UNEVEN = `
  SELECT o.external_number AS number FROM store_order o
  JOIN (SELECT order_id, sum(stock_taken - restocked) AS taken FROM order_line WHERE store_id = $1 GROUP BY order_id) l ON l.order_id = o.id
  LEFT JOIN (SELECT order_id, -sum(delta) AS moved FROM stock_movement WHERE store_id = $1 AND order_id IS NOT NULL GROUP BY order_id) m
    ON m.order_id = o.id
  WHERE o.store_id = $1 AND o.external_number = ANY ($2) AND l.taken <> coalesce(m.moved, 0)`;

async function checkLedger(query: Query, { outside, findings, product }: MarketWorld): Promise<void> {
  const numbers = [...new Set((await outside.packages()).map(({ orderNumber }) => orderNumber))];
  // A piece that was held before it was sold has no order in the ledger.
  const rows = await query<{ number: string }>(UNEVEN, [product.run?.storeId, numbers]);
  const held = new Set((await outside.packages()).filter(wasHeld).map(({ orderNumber }) => orderNumber));
  for (const { number } of rows)
    if (!held.has(number)) findings.mismatch(`the ledger does not say what order ${number} of the marketplace took`);
}

const wasHeld = ({ packageHistories }: PackageThere): boolean =>
  packageHistories.some(({ status }) => status === 'Awaiting');

/** Acts by which a marketplace counts what a job of that kind asks for. */
const COUNTED = {
  preparing: 'Picking',
  invoiced: 'Invoiced',
  unsupplied: 'unsupplied',
  split: 'split-packages',
  invoice_link: 'invoice-link',
} as const;

/** No job asks for its act twice, none is done twice, and what has succeeded here is done there. */
async function checkOnce(query: Query, { outside, findings, product, market }: MarketWorld): Promise<void> {
  interface Row {
    readonly packageId: string;
    readonly op: keyof typeof COUNTED;
    readonly jobs: string;
    readonly succeeded: string;
  }
  const rows = await query<Row>(
    `SELECT input ->> 'packageId' AS "packageId", input ->> 'op' AS op, count(*) AS jobs,
       count(*) FILTER (WHERE state = 'succeeded') AS succeeded
     FROM channel_job WHERE store_id = $1 AND kind = 'package.op' GROUP BY 1, 2`,
    [product.run?.storeId],
  );
  const { operations } = await outside.marketStatistics();
  for (const { packageId, op, jobs, succeeded } of rows) {
    const { asked, done } = operations[packageId]?.[COUNTED[op]] ?? { asked: 0, done: 0 };
    const name = `${op} of package ${packageId}`;
    if (asked > Number(jobs)) findings.double(`${name} was asked for ${asked} times by ${jobs} jobs`);
    if (done > 1) findings.double(`${name} was done ${done} times`);
    if (Number(succeeded) > 0 && done === 0) findings.lose(`${name} has succeeded here and was not done there`);
  }
  const known = new Set(rows.map(({ packageId, op }) => `${packageId} ${COUNTED[op]}`));
  for (const [packageId, acts] of Object.entries(operations))
    for (const [act, { done }] of Object.entries(acts))
      if (Object.values(COUNTED).some((each) => each === act) && done > 0 && !known.has(`${packageId} ${act}`))
        findings.double(`${act} of package ${packageId} was done, and no job has asked for it`);
  market.counts['acts by jobs'] = rows.length;
}

/** What is known of each item that is listed is what the marketplace shows of it. */
async function checkMirrors(query: Query, { outside, findings, product, market }: MarketWorld): Promise<void> {
  const rows = await query<{ barcode: string; stock: number | null; price: string | null }>(
    `SELECT b.barcode, (l.mirror ->> 'stock')::int AS stock, l.mirror ->> 'price' AS price
     FROM channel_listing l
     JOIN catalog_barcode b ON b.store_id = l.store_id AND b.product_id = l.product_id AND b.variant_id IS NOT DISTINCT FROM l.variant_id
     WHERE l.store_id = $1 AND l.extension = 'trendyol' AND l.mirror IS NOT NULL`,
    [product.run?.storeId],
  );
  for (const { barcode, stock, price } of rows)
    findings.expectEqual(
      `what is known of item ${barcode} of the marketplace`,
      { stock, price: Number(price) },
      outside.shown(barcode),
    );
  market.counts['listings compared'] = rows.length;
}
