import type { Static } from 'typebox';
import type { tokenSchema } from '../../access/token/view';
import type accountPasskeys from '../../account/account.passkeys';
import type accountSecondFactor from '../../account/account.secondFactor';
import type accountSessions from '../../account/account.sessions';
import type { ownerSchema } from '../../account/owner/view';
import type auditList from '../../audit/audit.list';
import type cargoCarriersList from '../../cargo/cargo.carriers.list';
import type { categorySchema } from '../../catalog/category/aggregate';
import type { collectionSchema, listedCollectionSchema } from '../../catalog/collection/aggregate';
import type { listedProductSchema, productSchema } from '../../catalog/product/view';
import type accountProviders from '../../channel/account.providers';
import type channelHealth from '../../channel/channel.health.get';
import type jobsGet from '../../channel/channel.jobs.get';
import type { jobSchema } from '../../channel/kinds/view';
import type { listingSchema } from '../../channel/offer/view';
import type { sessionView } from '../../checkout/enclave/view';
import type { CommandMeanings } from '../../command/meanings';
import type accountCoupons from '../../coupon/account.coupons';
import type accountCouponsOfOrder from '../../coupon/account.coupons.ofOrder';
import type accountCustomers from '../../customer/account.customers';
import type accountCustomersGet from '../../customer/account.customers.get';
import type extensionsOpsGet from '../../extension/extensions.ops.get';
import type { extensionSchema } from '../../extension/view';
import type { Change } from '../../kernel/trace/change';
import type accountMails from '../../mail/account.mails';
import type accountUploads from '../../media/account.uploads';
import type { mediaSchema } from '../../media/image/aggregate';
import type { listedMediaSchema } from '../../media/image/view';
import type { listedOrderSchema, orderSchema } from '../../order/answer/view';
import type cargoOffers from '../../order/orders.cargo.offers';
import type accountPayments from '../../order/payment/account.payments';
import type { placedOrder } from '../../order/placing/desk';
import type { shownReturnSchema } from '../../order/return/view';
import type accountTelephoneOrders from '../../order/telephone/account.telephoneOrders';
import type { cartFillingBody } from '../../order/telephone/fields';
import type { linkAnswer } from '../../order/telephone/link';
import type accountToday from '../../order/today/account.today';
import type { previewSchema } from '../../proposal/item/preview';
import type { shownPreviewSchema } from '../../proposal/review/bounds';
import type { itemSchema, proposalDetailSchema, proposalSchema } from '../../proposal/view';
import type reportsRefunds from '../../report/account.reports.refunds';
import type reportsSales from '../../report/account.reports.sales';
import type reportsStock from '../../report/account.reports.stock';
import type reportsVat from '../../report/account.reports.vat';
import type returnsList from '../../return/returns.list';
import type scopesList from '../../scope/scopes.list';
import type accountSearch from '../../search/account.search';
import type stockMovements from '../../stock/account.stock.movements';
import type stockReservations from '../../stock/account.stock.reservations';
import type { stockItemSchema } from '../../stock/view';
import type accountStores from '../../store/account.stores';
import type checkoutSettingsGet from '../../store/store.checkoutSettings.get';
import type healthGet from '../../store/store.health.get';
import type identityGet from '../../store/store.identity.get';
import type stockSettingsGet from '../../store/store.stockSettings.get';
import type { sessionAnswer } from '../../surfaces/session-paths';
import type whoami from '../../token/tokens.whoami';
import type { UndoRow } from '../../undo/plan';
import type webhooks from '../../webhook/account.webhooks';
import type webhookAddresses from '../../webhook/account.webhooks.addresses';
import type workspaceActivity from '../../workspace/workspaces.activity.list';
import type workspaceFiles from '../../workspace/workspaces.files.list';
import type workspaceFile from '../../workspace/workspaces.files.read';
import type workspacesList from '../../workspace/workspaces.list';

// Types only: the declarations that the API validates with say what the panel reads, and none of them is bundled.

export interface Page<Item> {
  readonly items: Item[];
  /** The titles of the things that the items name by their ids. */
  readonly references?: Readonly<Record<string, string>>;
  readonly nextCursor: string | null;
  /** How many there are on all pages, up to TOTAL_MAX; null or left out when it was not asked for. */
  readonly total?: number | null;
}

export type TelephoneCart = Static<typeof sessionView>;
export type TelephoneFilling = Static<typeof cartFillingBody>;
export type TelephonePlaced = Static<typeof placedOrder>;
export type PayLink = Static<typeof linkAnswer>;
export type TelephoneOrder = Static<(typeof accountTelephoneOrders)['result']>['items'][number];
export type Proposal = Static<typeof proposalSchema>;
export type ProposalDetail = Static<typeof proposalDetailSchema>;
export type ProposalState = Proposal['state'];
export type Item = Static<typeof itemSchema>;
export type Preview = Static<typeof previewSchema>;
export type FieldChange = Preview['changes'][number];
/** The preview of an item in a review: parts that are too heavy are cut, and it says so. */
export type FreshPreview = Static<typeof shownPreviewSchema>;
export type FreshChange = FreshPreview['changes'][number];

export type StockItem = Static<typeof stockItemSchema>;
export type StockReservation = Static<(typeof stockReservations)['result']>['items'][number];
export type StockMovement = Static<(typeof stockMovements)['result']>['items'][number];

export type SearchHits = Static<(typeof accountSearch)['result']>;

export type Job = Static<typeof jobSchema>;
export type JobDetail = Static<(typeof jobsGet)['result']>;
export type ChannelHealth = Static<(typeof channelHealth)['result']>;

export type Product = Static<typeof productSchema>;
export type ListedProduct = Static<typeof listedProductSchema>;
export type Variant = Product['variants'][number];
export type Category = Static<typeof categorySchema>;
export type Collection = Static<typeof collectionSchema>;
export type ListedCollection = Static<typeof listedCollectionSchema>;
export type Listing = Static<typeof listingSchema>;

export type Order = Static<typeof orderSchema>;
export type OrderLine = Order['lines'][number];
export type OrderPackage = Order['packages'][number];
export type Shipment = Order['shipments'][number];
export type Refund = Order['refunds'][number];
export type ListedOrder = Static<typeof listedOrderSchema>;
export type Return = Static<typeof shownReturnSchema>;
export type ReturnsPage = Static<(typeof returnsList)['result']>;
export type ListedReturn = ReturnsPage['items'][number];
export type CargoOffers = Static<(typeof cargoOffers)['result']>;
export type CargoOffer = CargoOffers['offers'][number];
export type Carrier = Static<(typeof cargoCarriersList)['result']>['items'][number];

export type Coupon = Static<(typeof accountCoupons)['result']>['items'][number];
export type CouponUse = Static<(typeof accountCouponsOfOrder)['result']>['items'][number];

export type ListedCustomer = Static<(typeof accountCustomers)['result']>['items'][number];
export type Customer = Static<(typeof accountCustomersGet)['result']>;

export type SalesReport = Static<(typeof reportsSales)['result']>;
export type SalesRow = SalesReport['rows'][number];
export type SettledRefund = Static<(typeof reportsRefunds)['result']>['items'][number];
export type VatReport = Static<(typeof reportsVat)['result']>;
export type StockReport = Static<(typeof reportsStock)['result']>;

export type Today = Static<(typeof accountToday)['result']>;
export type Day = Today['days'][number];
export type StrayPayment = Static<(typeof accountPayments)['result']>['items'][number];

export type Webhook = Static<(typeof webhooks)['result']>['items'][number];
export type WebhookAddresses = Static<(typeof webhookAddresses)['result']>;

export type Extension = Static<typeof extensionSchema>;
export type Provider = Static<(typeof accountProviders)['result']>['items'][number];
export type ExtensionOps = Static<(typeof extensionsOpsGet)['result']>;

export type Commands = CommandMeanings;

export type Token = Static<typeof tokenSchema>;
export type MintedToken = Token & { readonly token?: string; readonly replayed?: boolean };
export type ScopeRow = Static<(typeof scopesList)['result']>['items'][number];
export type TokenKind = Token['kind'];

export type AuditRow = Omit<Static<(typeof auditList)['result']>['items'][number], 'changes' | 'cause' | 'inverse'> & {
  readonly changes: readonly Change[];
  readonly cause: Readonly<Record<string, string>> | null;
  readonly inverse: UndoRow['inverse'];
};

export type Media = Static<typeof mediaSchema>;
export type ListedMedia = Static<typeof listedMediaSchema>;

export type Upload = Static<(typeof accountUploads)['result']>['items'][number];

export type Workspace = Static<(typeof workspacesList)['result']>['items'][number];
export type Activity = Static<(typeof workspaceActivity)['result']>['items'][number];
export type Folder = Static<(typeof workspaceFiles)['result']>;
export type WorkspaceFile = Static<(typeof workspaceFile)['result']>;
export type Mail = Static<(typeof accountMails)['result']>['items'][number];

export type Session = Static<typeof sessionAnswer>;

export type ListedSession = Static<(typeof accountSessions)['result']>['items'][number];

export type Whoami = Static<(typeof whoami)['result']>;

export type StoreHealth = Static<(typeof healthGet)['result']>;
export type StoreIdentity = Static<(typeof identityGet)['result']>;
export type CheckoutSettings = Static<(typeof checkoutSettingsGet)['result']>;
export type StockSettings = Static<(typeof stockSettingsGet)['result']>;

export type OwnStore = Static<(typeof accountStores)['result']>['items'][number];

export type Owner = Static<typeof ownerSchema>;

export type Passkey = Static<(typeof accountPasskeys)['result']>['items'][number];

export type SecondFactor = Static<(typeof accountSecondFactor)['result']>;
