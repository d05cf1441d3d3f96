import type { BulkAct } from './act';
import changesUndo from './bulk.changes.undo';
import claimsApprove from './bulk.claims.approve';
import collectionsFill from './bulk.collections.fill';
import importsUndo from './bulk.imports.undo';
import listingsChange from './bulk.listings.change';
import ordersBook from './bulk.orders.book';
import ordersShip from './bulk.orders.ship';
import packagesInvoice from './bulk.packages.invoice';
import packagesPrepare from './bulk.packages.prepare';
import pricesChange from './bulk.prices.change';
import productsArchive from './bulk.products.archive';
import productsCategorize from './bulk.products.categorize';
import productsTag from './bulk.products.tag';
import questionsAnswer from './bulk.questions.answer';
import returnsApprove from './bulk.returns.approve';
import returnsReceive from './bulk.returns.receive';
import returnsRefund from './bulk.returns.refund';
import returnsReject from './bulk.returns.reject';
import stockChange from './bulk.stock.change';
import transfersConfirm from './bulk.transfers.confirm';

/** All bulk acts, in the order in which lists show them. */
export const acts: readonly BulkAct[] = [
  pricesChange,
  stockChange,
  productsCategorize,
  productsTag,
  collectionsFill,
  productsArchive,
  listingsChange,
  ordersShip,
  ordersBook,
  transfersConfirm,
  packagesPrepare,
  packagesInvoice,
  questionsAnswer,
  claimsApprove,
  returnsApprove,
  returnsReceive,
  returnsReject,
  returnsRefund,
  changesUndo,
  importsUndo,
];

const byId = new Map(acts.map((act) => [act.id, act]));

/** @throws where another release has recorded the act, and this one lacks it */
export function actOf(id: string): BulkAct {
  const act = byId.get(id);
  if (!act) throw new Error(`there is no bulk act ${id}`);
  return act;
}
