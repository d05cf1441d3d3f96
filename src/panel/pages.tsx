import { type Late, late } from './parts/late';

/** The names that the address of a page holds. */
interface Names {
  readonly id: string;
  readonly page?: string;
}

/** Each page by the form of its address, as a script of its own. The first form that fits counts. */
export const pages: Readonly<Record<string, Late<Names>>> = {
  '/': late(async () => (await import('./home/home')).HomePage),
  '/orders': late(async () => (await import('./orders/orders')).OrdersPage),
  '/orders/telephone': late(async () => (await import('./telephone/telephone')).TelephonePage),
  '/orders/:id': late(async () => (await import('./orders/order')).OrderPage),
  '/returns': late(async () => (await import('./returns/returns')).ReturnsPage),
  '/returns/:id': late(async () => (await import('./returns/return')).ReturnPage),
  '/customers': late(async () => (await import('./customers/customers')).CustomersPage),
  '/customers/:id': late(async () => (await import('./customers/customer')).CustomerPage),
  '/coupons': late(async () => (await import('./coupons/coupons')).CouponsPage),
  '/reports': late(async () => (await import('./reports/reports')).ReportsPage),
  '/payments': late(async () => (await import('./payments/payments')).PaymentsPage),
  '/products': late(async () => (await import('./products/products')).ProductsPage),
  '/products/import': late(async () => (await import('./products/spreadsheet/import')).ImportPage),
  '/products/:id': late(async () => (await import('./products/product')).ProductPage),
  '/stock': late(async () => (await import('./stock/stock')).StockPage),
  '/stock/count': late(async () => (await import('./stock/count')).CountPage),
  '/categories': late(async () => (await import('./categories/categories')).CategoriesPage),
  '/categories/:id': late(async () => (await import('./categories/category')).CategoryPage),
  '/collections': late(async () => (await import('./collections/collections')).CollectionsPage),
  '/collections/:id': late(async () => (await import('./collections/collection')).CollectionPage),
  '/design': late(async () => (await import('./design/design')).DesignPage),
  '/marketplace': late(async () => (await import('./marketplace/marketplace')).MarketplacePage),
  '/marketplace/:id/:page?': late(async () => {
    const { ChannelFrame } = await import('./marketplace/channel/channel');
    return ({ id, page }) => <ChannelFrame channel={id} path={page} />;
  }),
  '/connect/:id': late(async () => {
    const { ConnectPage } = await import('./connect/connect');
    return ({ id }) => <ConnectPage ext={id} />;
  }),
  '/jobs': late(async () => (await import('./jobs/jobs')).JobsPage),
  '/proposals': late(async () => (await import('./proposals/inbox')).Inbox),
  '/proposals/:id': late(async () => (await import('./proposals/review')).ReviewPage),
  '/settings': late(async () => (await import('./settings/settings')).SettingsPage),
  '/settings/store': late(async () => (await import('./store/store')).StorePage),
  '/settings/extensions': late(async () => (await import('./extensions/extensions')).ExtensionsPage),
  '/settings/extensions/webhooks': late(async () => (await import('./webhooks/webhooks')).WebhooksPage),
  '/settings/fields': late(async () => (await import('./fields/fields')).CustomFieldsPage),
  '/tokens': late(async () => (await import('./tokens/tokens')).TokensPage),
  '/workspaces': late(async () => (await import('./workspaces/workspaces')).WorkspacesPage),
  '/audit': late(async () => (await import('./audit/audit')).AuditPage),
  '/media': late(async () => (await import('./media/media')).MediaPage),
  '/uploads': late(async () => (await import('./uploads/uploads')).UploadsPage),
  '/account': late(async () => (await import('./account/account')).AccountPage),
  '/mails': late(async () => (await import('./mails/mails')).MailsPage),
};
