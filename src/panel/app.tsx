import { useEffect, useMemo } from 'react';
import { matchRoute, Redirect, useLocation, useRouter } from 'wouter';
import { pages } from './pages';
import { Acts } from './parts/act';
import { Boundary } from './parts/boundary';
import { late } from './parts/late';
import { MeaningProvider } from './parts/meaning';
import { Empty, Failure, Loading } from './parts/states';
import { usePageTitle } from './parts/title';
import { Forgot } from './session/forgot';
import { Join } from './session/join';
import { Reset } from './session/reset';
import { SessionContext, useSession, useSessionState } from './session/session';
import { SetUp } from './session/set-up';
import { SignIn } from './session/sign-in';
import { isClosed, openInstead } from './shell/sections';
import { Shell } from './shell/shell';
import { useText } from './text/text';

const SecondFactorGate = late(async () => (await import('./session/second-factor-gate')).SecondFactorGate);

export function App() {
  const state = useSessionState();
  const [location] = useLocation();
  const Page = usePage()?.Page;
  // Its script comes beside the session and the meanings, and not after them.
  useEffect(() => Page?.prefetch(), [Page]);
  const page = location.replace(/\/+$/, '');
  if (page === '/setup') return <SetUp enter={state.enter} />;
  if (page === '/invitation') return <Join enter={state.enter} />;
  if (page === '/forgot') return <Forgot />;
  if (page === '/reset') return <Reset />;
  if (state.isPending) return <Loading />;
  if (state.error) return <Failure error={state.error} retry={state.refetch} />;
  if (!state.data) return <SignIn signIn={state.signIn} enter={state.enter} isOver={state.isOver} />;
  if (state.data.lacksSecondFactor)
    return <SecondFactorGate onDone={() => void state.refetch()} signOut={state.signOut} />;
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

/** Finds the page at a place, and the names in its address. */
function usePage() {
  const [location] = useLocation();
  const { parser } = useRouter();
  return useMemo(() => {
    for (const [form, Page] of Object.entries(pages)) {
      const [isAt, names] = matchRoute(parser, form, location);
      if (isAt) return { Page, names: names as { readonly id: string } };
    }
    return undefined;
  }, [location, parser]);
}

function PageOfPlace() {
  const at = usePage();
  const [location] = useLocation();
  const { role } = useSession();
  if (isClosed(role, location)) {
    const open = openInstead(location);
    return open === null ? <ClosedPage /> : <Redirect to={open} replace />;
  }
  return at ? <at.Page {...at.names} /> : <UnknownPage />;
}

function ClosedPage() {
  const { closedPage, closedPageText } = useText().common;
  usePageTitle(closedPage);
  return <Empty title={closedPage} hint={closedPageText} />;
}

function UnknownPage() {
  const { unknownPage } = useText().common;
  usePageTitle(unknownPage);
  return <Empty title={unknownPage} />;
}
