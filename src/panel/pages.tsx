import type { ComponentType } from 'react';
import { type Late, late } from './parts/late';
import { WaitingPage } from './parts/states';

/** The names that the address of a page holds. */
interface Names {
  readonly id: string;
  readonly page?: string;
}

const page = (load: () => Promise<ComponentType<Names>>) => late(load, WaitingPage);

/** Each page by the form of its address, as a script of its own. The first form that fits counts. */
export const pages: Readonly<Record<string, Late<Names>>> = {
  '/': page(async () => (await import('./home/home')).HomePage),
  '/orders': page(async () => (await import('./orders/orders')).OrdersPage),
  '/orders/telephone': page(async () => (await import('./telephone/telephone')).TelephonePage),
  '/orders/packages': page(async () => (await import('./marketplace/packing')).PackingPage),
  '/orders/:id': page(async () => (await import('./orders/order')).OrderPage),
  '/returns': page(async () => (await import('./returns/returns')).ReturnsPage),
  '/returns/:id': page(async () => (await import('./returns/return')).ReturnPage),
  '/customers': page(async () => (await import('./customers/customers')).CustomersPage),
  '/customers/:id': page(async () => (await import('./customers/customer')).CustomerPage),
  '/coupons': page(async () => (await import('./coupons/coupons')).CouponsPage),
  '/reports': page(async () => (await import('./reports/reports')).ReportsPage),
  '/payments': page(async () => (await import('./payments/payments')).PaymentsPage),
  '/products': page(async () => (await import('./products/products')).ProductsPage),
  '/products/import': page(async () => (await import('./products/spreadsheet/import')).ImportPage),
  '/products/:id': page(async () => (await import('./products/product')).ProductPage),
  '/stock': page(async () => (await import('./stock/stock')).StockPage),
  '/stock/count': page(async () => (await import('./stock/count')).CountPage),
  '/categories': page(async () => (await import('./categories/categories')).CategoriesPage),
  '/categories/:id': page(async () => (await import('./categories/category')).CategoryPage),
  '/collections': page(async () => (await import('./collections/collections')).CollectionsPage),
  '/collections/:id': page(async () => (await import('./collections/collection')).CollectionPage),
  '/design': page(async () => (await import('./design/design')).DesignPage),
  '/marketplace': page(async () => (await import('./marketplace/marketplace')).MarketplacePage),
  '/marketplace/:id/:page?': page(async () => {
    const { ChannelFrame } = await import('./marketplace/channel/channel');
    return ({ id, page }) => <ChannelFrame channel={id} path={page} />;
  }),
  '/connect/:id': page(async () => {
    const { ConnectPage } = await import('./connect/connect');
    return ({ id }) => <ConnectPage ext={id} />;
  }),
  '/jobs': page(async () => (await import('./jobs/jobs')).JobsPage),
  '/proposals': page(async () => (await import('./proposals/inbox')).Inbox),
  '/proposals/:id': page(async () => (await import('./proposals/review')).ReviewPage),
  '/settings': page(async () => (await import('./settings/settings')).SettingsPage),
  '/settings/store': page(async () => (await import('./store/store')).StorePage),
  '/settings/legal': page(async () => (await import('./legal/legal')).LegalPage),
  '/settings/extensions': page(async () => (await import('./extensions/extensions')).ExtensionsPage),
  '/settings/extensions/webhooks': page(async () => (await import('./webhooks/webhooks')).WebhooksPage),
  '/settings/fields': page(async () => (await import('./fields/fields')).CustomFieldsPage),
  '/tokens': page(async () => (await import('./tokens/tokens')).TokensPage),
  '/workspaces': page(async () => (await import('./workspaces/workspaces')).WorkspacesPage),
  '/audit': page(async () => (await import('./audit/audit')).AuditPage),
  '/media': page(async () => (await import('./media/media')).MediaPage),
  '/uploads': page(async () => (await import('./uploads/uploads')).UploadsPage),
  '/account': page(async () => (await import('./account/account')).AccountPage),
  '/mails': page(async () => (await import('./mails/mails')).MailsPage),
};
