import type { Action } from './action';
import type { RemoteBuybox } from './channel/buybox';
import { type ClaimAct, type ClaimPage, type ClaimRow, isClaim } from './channel/claim';
import { isSettlement, type SettlementPage, type SettlementRow } from './channel/finance';
import type {
  ListedItem,
  RemoteBatch,
  RemoteOffer,
  SentListing,
  SentOffer,
  UnapprovedListing,
} from './channel/listing';
import type { ListingAct } from './channel/listing-act';
import {
  isPackage,
  type PackageAct,
  type PackagePage,
  type PackageRow,
  type PackageWindow,
  type RemoteLabel,
  type WantedLabel,
} from './channel/package';
import { isQuestion, type QuestionPage, type QuestionRow } from './channel/question';
import type { RemoteAttribute, RemoteAttributeValuePage, RemoteCategory } from './channel/reference';
import type { UnreadableRow } from './channel/unreadable';
import type { RemoteWebhook, WebhookRegistration } from './channel/webhook';
import { asItCame, type Blank, type Telling } from './discreet';

/** One sellable unit as a marketplace shows it. Money is in kuruş. */
export interface RemoteVariant {
  readonly barcode: string | null;
  readonly sku: string | null;
  readonly title: string | null;
  readonly price: number;
  /** The struck-through price, null when there is none above `price`. */
  readonly listPrice: number | null;
  readonly stock: number;
  readonly status: 'on_sale' | 'off_sale' | 'archived' | 'locked' | 'blacklisted';
  readonly remoteId: string;
  readonly vatRate: number | null;
  readonly url: string | null;
}

/** A product as a marketplace shows it. */
export interface RemoteProduct {
  readonly remoteId: string;
  readonly title: string;
  readonly description: string;
  readonly brand: string | null;
  readonly category: string | null;
  readonly images: readonly string[];
  readonly variants: readonly RemoteVariant[];
}

export type RemoteRow = RemoteProduct | UnreadableRow;

export const isReadable = (row: RemoteRow): row is RemoteProduct => 'variants' in row;

/** Products that one page may be asked for. A marketplace whose pages are smaller says less in its adapter. */
export const PAGE_PRODUCTS_MAX = 100;

/** Most logos that a brand may have. */
export const BRAND_LOGOS_MAX = 3;

export interface RemotePage {
  /** The rows in the order of the marketplace: a number of rows notes how far a page was read. */
  readonly rows: readonly RemoteRow[];
  /** Products that match in all. */
  readonly total: number;
  /** Opaque; null after the last page. */
  readonly next: string | null;
}

/** A brand as a marketplace lists it. */
export interface RemoteBrand {
  readonly brandId: string;
  readonly name: string;
}

/** A picture that is sent to a marketplace. */
export interface SentImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The media type of the bytes. */
  readonly type: string;
}

/** The results of a connection test. */
export const verdicts = [
  'connected',
  'credentials_refused',
  'identity_refused',
  'not_allow_listed',
  'throttled',
  'unreachable',
  'refused',
] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * The account that a store entered for a marketplace. It is valid by the manifest of the store's version; optional settings may be missing.
 */
export interface ChannelAccount {
  readonly config: Readonly<Record<string, unknown>>;
  /** The secrets by the keys that the manifests name; all that the installed version requires are set. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * The operations of a marketplace. Methods throw the errors of error.ts and nothing else. Their answers have been checked: text that can be
 * stored, whole numbers within their limits. They neither retry nor wait: the platform knows who waits for the answer, and keeps the
 * budget. After any error of a change but ProviderRefused and ProviderThrottled, ProviderUnclear among them, nobody knows whether it is done. A provider offers those that its marketplace has. The last parameter of each is the signal with which its caller gives up.
 */
export interface ChannelAdapter {
  /** Tests the account with the cheapest authenticated call. */
  test(signal: AbortSignal): Promise<void>;
  /**
   * One page of the seller's products, in an order that stays the same while pages are turned.
   * @param cursor null for the first page, else `next` of the page before, days later too
   * @param size rows at most, 1 … {@link PAGE_PRODUCTS_MAX}
   * @throws CursorRefused when the provider knows the place of the cursor no more
   */
  products(cursor: string | null, size: number, signal: AbortSignal): Promise<RemotePage>;
  /** Brands that a search for this name finds; one that has exactly the name is among them. */
  brands(name: string, signal: AbortSignal): Promise<readonly RemoteBrand[]>;
  /**
   * Creates a brand at the marketplace.
   * @param logos 1 … {@link BRAND_LOGOS_MAX} pictures
   * @returns the id of the brand
   */
  createBrand(name: string, logos: readonly SentImage[], signal: AbortSignal): Promise<string>;
  /** All categories of the marketplace, parents before their children. */
  categories(signal: AbortSignal): Promise<readonly RemoteCategory[]>;
  /** The attributes that products of a leaf category have. */
  attributes(categoryId: string, signal: AbortSignal): Promise<readonly RemoteAttribute[]>;
  /** One page of the values that an attribute of a category may have. @param cursor null for the first page */
  attributeValues(
    of: { readonly categoryId: string; readonly attributeId: string },
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<RemoteAttributeValuePage>;
  /** Asks for items to be listed. The marketplace works through them later. @returns the id of the batch */
  sendListings(items: readonly SentListing[], signal: AbortSignal): Promise<string>;
  /** Sends stock and prices of listed items. The marketplace works through them later. @returns the id of the batch */
  sendOffers(items: readonly SentOffer[], signal: AbortSignal): Promise<string>;
  /** Reads the state of a batch. @returns null: the marketplace does not know the batch, or no more */
  batch(batchId: string, signal: AbortSignal): Promise<RemoteBatch | null>;
  /** Approved items as they are shown now, each with the barcode that it was asked for by; those that are not listed are missing. */
  offers(items: readonly ListedItem[], signal: AbortSignal): Promise<readonly RemoteOffer[]>;
  /** One page of items that are not approved. @param cursor null for the first page */
  unapproved(
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<{ readonly rows: readonly UnapprovedListing[]; readonly next: string | null }>;
  /** Finds the items of these that are not approved; at most `offersAsked` are named. */
  unapprovedAmong(items: readonly ListedItem[], signal: AbortSignal): Promise<readonly UnapprovedListing[]>;
  /** The places of items in the buybox, at most `buyboxAsked`; those of which the marketplace tells none are missing. */
  buybox(items: readonly ListedItem[], signal: AbortSignal): Promise<readonly RemoteBuybox[]>;
  /** Asks for an act upon listed items. The marketplace works through them later. @returns the id of the batch */
  actOnListings(act: ListingAct, items: readonly ListedItem[], signal: AbortSignal): Promise<string>;
  /** One page of packages that changed within a window. @param cursor null for the first page */
  packages(window: PackageWindow, cursor: string | null, signal: AbortSignal): Promise<PackagePage>;
  /** Packages by their ids, at most 50; those that the marketplace does not know are missing. */
  packagesById(packageIds: readonly string[], signal: AbortSignal): Promise<readonly PackageRow[]>;
  /** All packages of an order. */
  packagesOfOrder(orderNumber: string, signal: AbortSignal): Promise<readonly PackageRow[]>;
  /** Acts upon a package, e.g. splits it. */
  actOnPackage(packageId: string, act: PackageAct, signal: AbortSignal): Promise<void>;
  /** One page of claims that were opened, or changed, within a window; which of both is the marketplace's. @param cursor null for the first page */
  claims(window: PackageWindow, cursor: string | null, signal: AbortSignal): Promise<ClaimPage>;
  /** Claims by their ids, at most as many as its `claimLimits` say; those that the marketplace does not know are missing. */
  claimsById(claimIds: readonly string[], signal: AbortSignal): Promise<readonly ClaimRow[]>;
  /** Acts upon items of a claim. */
  actOnClaim(claimId: string, act: ClaimAct, signal: AbortSignal): Promise<void>;
  /** Labels of a package, one a box; the marketplace is asked to make them where it has not. */
  labels(of: WantedLabel, signal: AbortSignal): Promise<readonly RemoteLabel[]>;
  /**
   * One page of questions that were asked within a window. Whether one that was asked before it and has changed is among them, nobody
   * knows. @param cursor null for the first page
   */
  questions(window: PackageWindow, cursor: string | null, signal: AbortSignal): Promise<QuestionPage>;
  /** A question by its id. @returns null: the marketplace does not know it */
  question(questionId: string, signal: AbortSignal): Promise<QuestionRow | null>;
  /** Answers a question that waits. The marketplace may refuse the answer later. @param text as long as `answerLength` says */
  answerQuestion(questionId: string, text: string, signal: AbortSignal): Promise<void>;
  /** One page of rows of settlements within a window of at most two weeks. @param cursor null for the first page */
  settlements(window: PackageWindow, cursor: string | null, signal: AbortSignal): Promise<SettlementPage>;
  /** The costs of the parcels that an invoice is about. @param at when it was written, for its rows */
  cargoCosts(
    invoice: { readonly invoiceId: string; readonly at: string },
    signal: AbortSignal,
  ): Promise<readonly SettlementRow[]>;
  /** Addresses to which the marketplace posts for this seller, also those that are off. */
  webhooks(signal: AbortSignal): Promise<readonly RemoteWebhook[]>;
  /** Adds a webhook for an address. @returns the id of the webhook */
  addWebhook(registration: WebhookRegistration, signal: AbortSignal): Promise<string>;
  /** Replaces address and key of a webhook, and switches it on. It may be asked for again at any time. */
  replaceWebhook(webhookId: string, registration: WebhookRegistration, signal: AbortSignal): Promise<void>;
}

/** An operation of a marketplace. Each provider declares those that it offers. */
export type Operation = keyof ChannelAdapter;

/** The names of the operations, as people call them. */
const operationWords: Readonly<Record<Operation, string>> = {
  test: 'tests of the connection',
  products: 'reading the products of a seller',
  brands: 'searching for brands',
  createBrand: 'creating brands',
  categories: 'reading categories',
  attributes: 'reading the attributes of a category',
  attributeValues: 'reading the values of an attribute',
  sendListings: 'listing products',
  sendOffers: 'sending stock and prices',
  batch: 'following a batch',
  offers: 'reading stock and prices of listings',
  unapproved: 'reading listings that wait for approval',
  unapprovedAmong: 'finding listings that wait for approval',
  actOnListings: 'archiving, unlocking and deleting listings',
  buybox: 'reading places in the buybox',
  packages: 'reading packages of orders',
  packagesById: 'reading packages by their ids',
  packagesOfOrder: 'reading the packages of an order',
  actOnPackage: 'acting upon packages',
  claims: 'reading claims',
  claimsById: 'reading claims by their ids',
  actOnClaim: 'acting upon claims',
  labels: 'labels of packages',
  questions: 'reading questions of buyers',
  question: 'reading a question of a buyer',
  answerQuestion: 'answering questions',
  settlements: 'reading settlements',
  cargoCosts: 'reading the costs of parcels',
  webhooks: 'reading webhooks',
  addWebhook: 'adding a webhook',
  replaceWebhook: 'replacing a webhook',
};

export const operations = Object.keys(operationWords) as readonly Operation[];

/** The action that an operation belongs to; null: it reads what is the seller's own, and a store that has installed it lets it. */
export const actionOfOperation: Readonly<Record<Operation, Action | null>> = {
  test: null,
  products: null,
  brands: null,
  createBrand: 'brands.create',
  categories: null,
  attributes: null,
  attributeValues: null,
  sendListings: 'listings.send',
  sendOffers: 'offers.send',
  batch: null,
  offers: null,
  unapproved: null,
  unapprovedAmong: null,
  actOnListings: 'listings.act',
  buybox: null,
  packages: 'orders.read',
  packagesById: 'orders.read',
  packagesOfOrder: 'orders.read',
  actOnPackage: 'packages.act',
  claims: 'claims.read',
  claimsById: 'claims.read',
  actOnClaim: 'claims.act',
  labels: 'packages.act',
  questions: 'questions.read',
  question: 'questions.read',
  answerQuestion: 'questions.answer',
  settlements: 'finance.read',
  cargoCosts: 'finance.read',
  webhooks: 'webhooks.register',
  addWebhook: 'webhooks.register',
  replaceWebhook: 'webhooks.register',
};

const blankRow = (row: UnreadableRow, blank: Blank): UnreadableRow => ({
  remoteId: row.remoteId && blank(row.remoteId),
  title: row.title && blank(row.title),
  message: blank(row.message),
});

const blankPackages = (rows: readonly PackageRow[], blank: Blank): readonly PackageRow[] =>
  rows.map((row) => (isPackage(row) ? row : blankRow(row, blank)));

const blankClaims = (rows: readonly ClaimRow[], blank: Blank): readonly ClaimRow[] =>
  rows.map((row) =>
    isClaim(row)
      ? { ...row, items: row.items.map((item) => ({ ...item, reason: item.reason && blank(item.reason) })) }
      : blankRow(row, blank),
  );

const blankFailed = ({ failedVariants }: RemoteBatch, blank: Blank): Pick<RemoteBatch, 'failedVariants'> =>
  failedVariants ? { failedVariants: failedVariants.map((failed) => blankReasons(failed, blank)) } : {};

const blankReasons = <Row extends { readonly reasons: readonly string[] }>(row: Row, blank: Blank): Row => ({
  ...row,
  reasons: row.reasons.map(blank),
});

const blankQuestion = (row: QuestionRow, blank: Blank): QuestionRow =>
  isQuestion(row)
    ? {
        ...row,
        reason: row.reason && blank(row.reason),
        refusedAnswer: row.refusedAnswer && {
          ...row.refusedAnswer,
          reason: row.refusedAnswer.reason && blank(row.refusedAnswer.reason),
        },
      }
    : blankRow(row, blank);

const blankSettlement = (row: SettlementRow, blank: Blank): SettlementRow =>
  isSettlement(row) ? { ...row, description: row.description && blank(row.description) } : blankRow(row, blank);

/** Blanks also the id and the title of an unreadable row, because nobody knows whether they are that. */
export const channelTelling: Telling<ChannelAdapter> = {
  test: asItCame,
  products: (page, blank) => ({
    ...page,
    rows: page.rows.map((row) => (isReadable(row) ? row : blankRow(row, blank))),
  }),
  brands: asItCame,
  createBrand: asItCame,
  categories: asItCame,
  attributes: asItCame,
  attributeValues: asItCame,
  sendListings: asItCame,
  sendOffers: asItCame,
  batch: (batch, blank) =>
    batch && {
      ...batch,
      items: batch.items.map((item) => blankReasons(item, blank)),
      ...blankFailed(batch, blank),
    },
  offers: asItCame,
  unapproved: (page, blank) => ({ ...page, rows: page.rows.map((row) => blankReasons(row, blank)) }),
  unapprovedAmong: (rows, blank) => rows.map((row) => blankReasons(row, blank)),
  buybox: asItCame,
  actOnListings: asItCame,
  packages: (page, blank) => ({ ...page, rows: blankPackages(page.rows, blank) }),
  packagesById: blankPackages,
  packagesOfOrder: blankPackages,
  actOnPackage: asItCame,
  claims: (page, blank) => ({ ...page, rows: blankClaims(page.rows, blank) }),
  claimsById: blankClaims,
  actOnClaim: asItCame,
  labels: asItCame,
  questions: (page, blank) => ({ ...page, rows: page.rows.map((row) => blankQuestion(row, blank)) }),
  question: (row, blank) => row && blankQuestion(row, blank),
  answerQuestion: asItCame,
  settlements: (page, blank) => ({ ...page, rows: page.rows.map((row) => blankSettlement(row, blank)) }),
  cargoCosts: (rows, blank) => rows.map((row) => blankSettlement(row, blank)),
  webhooks: asItCame,
  addWebhook: asItCame,
  replaceWebhook: asItCame,
};

/** The message for operations that a provider does not offer. */
export const notOffered = (name: string, lacking: readonly Operation[]): string =>
  `${name} does not offer ${lacking.map((operation) => operationWords[operation]).join(', ')}.`;
