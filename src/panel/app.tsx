import { Route, Switch, useLocation } from 'wouter';
import { AccountPage } from './account/account';
import { AuditPage } from './audit/audit';
import { CategoriesPage } from './categories/categories';
import { CategoryPage } from './categories/category';
import { CollectionPage } from './collections/collection';
import { CollectionsPage } from './collections/collections';
import { ConnectPage } from './connect/connect';
import { DesignPage } from './design/design';
import { ExtensionsPage } from './extensions/extensions';
import { CustomFieldsPage } from './fields/fields';
import { HomePage } from './home/home';
import { JobsPage } from './jobs/jobs';
import { MailsPage } from './mails/mails';
import { ChannelFrame } from './marketplace/channel/channel';
import { MarketplacePage } from './marketplace/marketplace';
import { MediaPage } from './media/media';
import { OrderPage } from './orders/order';
import { OrdersPage } from './orders/orders';
import { Acts } from './parts/act';
import { Boundary } from './parts/boundary';
import { MeaningProvider } from './parts/meaning';
import { Empty, Failure, Loading } from './parts/states';
import { usePageTitle } from './parts/title';
import { PaymentsPage } from './payments/payments';
import { ProductPage } from './products/product';
import { ProductsPage } from './products/products';
import { ImportPage } from './products/spreadsheet/import';
import { Inbox } from './proposals/inbox';
import { ReviewPage } from './proposals/review';
import { ReturnPage } from './returns/return';
import { ReturnsPage } from './returns/returns';
import { Forgot } from './session/forgot';
import { Join } from './session/join';
import { Reset } from './session/reset';
import { SessionContext, useSessionState } from './session/session';
import { SetUp } from './session/set-up';
import { SignIn } from './session/sign-in';
import { SettingsPage } from './settings/settings';
import { Shell } from './shell/shell';
import { StorePage } from './store/store';
import { useText } from './text/text';
import { TokensPage } from './tokens/tokens';
import { UploadsPage } from './uploads/uploads';
import { WebhooksPage } from './webhooks/webhooks';
import { WorkspacesPage } from './workspaces/workspaces';

export function App() {
  const state = useSessionState();
  const [location] = useLocation();
  const page = location.replace(/\/+$/, '');
  if (page === '/setup') return <SetUp enter={state.enter} />;
  if (page === '/invitation') return <Join enter={state.enter} />;
  if (page === '/forgot') return <Forgot />;
  if (page === '/reset') return <Reset />;
  if (state.isPending) return <Loading />;
  if (state.error) return <Failure error={state.error} retry={state.refetch} />;
  if (!state.data) return <SignIn signIn={state.signIn} isOver={state.isOver} />;
  return (
    <SessionContext value={state.data}>
      <MeaningProvider>
        <Shell session={state.data} signOut={state.signOut}>
          <Boundary key={page}>
            <Acts>
              <PageOfPlace />
            </Acts>
          </Boundary>
        </Shell>
      </MeaningProvider>
    </SessionContext>
  );
}

function PageOfPlace() {
  return (
    <Switch>
      <Route path="/">
        <HomePage />
      </Route>
      <Route path="/orders">
        <OrdersPage />
      </Route>
      <Route path="/orders/:id">{({ id }) => <OrderPage key={id} id={id} />}</Route>
      <Route path="/returns">
        <ReturnsPage />
      </Route>
      <Route path="/returns/:id">{({ id }) => <ReturnPage key={id} id={id} />}</Route>
      <Route path="/payments">
        <PaymentsPage />
      </Route>
      <Route path="/products">
        <ProductsPage />
      </Route>
      <Route path="/products/import">
        <ImportPage />
      </Route>
      <Route path="/products/:id">{({ id }) => <ProductPage key={id} id={id} />}</Route>
      <Route path="/categories">
        <CategoriesPage />
      </Route>
      <Route path="/categories/:id">{({ id }) => <CategoryPage key={id} id={id} />}</Route>
      <Route path="/collections">
        <CollectionsPage />
      </Route>
      <Route path="/collections/:id">{({ id }) => <CollectionPage key={id} id={id} />}</Route>
      <Route path="/design">
        <DesignPage />
      </Route>
      <Route path="/marketplace">
        <MarketplacePage />
      </Route>
      <Route path="/marketplace/:channel/:page?">
        {({ channel, page }) => <ChannelFrame channel={channel} path={page} />}
      </Route>
      <Route path="/connect/:ext">{({ ext }) => <ConnectPage key={ext} ext={ext} />}</Route>
      <Route path="/jobs">
        <JobsPage />
      </Route>
      <Route path="/proposals">
        <Inbox />
      </Route>
      <Route path="/proposals/:id">{({ id }) => <ReviewPage key={id} id={id} />}</Route>
      <Route path="/settings">
        <SettingsPage />
      </Route>
      <Route path="/settings/store">
        <StorePage />
      </Route>
      <Route path="/settings/extensions">
        <ExtensionsPage />
      </Route>
      <Route path="/settings/extensions/webhooks">
        <WebhooksPage />
      </Route>
      <Route path="/settings/fields">
        <CustomFieldsPage />
      </Route>
      <Route path="/tokens">
        <TokensPage />
      </Route>
      <Route path="/workspaces">
        <WorkspacesPage />
      </Route>
      <Route path="/audit">
        <AuditPage />
      </Route>
      <Route path="/media">
        <MediaPage />
      </Route>
      <Route path="/uploads">
        <UploadsPage />
      </Route>
      <Route path="/account">
        <AccountPage />
      </Route>
      <Route path="/mails">
        <MailsPage />
      </Route>
      <Route>
        <UnknownPage />
      </Route>
    </Switch>
  );
}

function UnknownPage() {
  const { unknownPage } = useText().common;
  usePageTitle(unknownPage);
  return <Empty title={unknownPage} />;
}
