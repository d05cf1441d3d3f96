import { AppShell, Badge, Button, Container, Group, Menu, NavLink, Text } from '@mantine/core';
import {
  CheckboxIcon,
  CounterClockwiseClockIcon,
  EnvelopeClosedIcon,
  ExitIcon,
  GearIcon,
  ImageIcon,
  LayersIcon,
  LockClosedIcon,
  PersonIcon,
} from '@radix-ui/react-icons';
import type { ComponentType } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { AccountPage } from './account/account';
import { StoreItems } from './account/store-items';
import { useProposals } from './api/queries';
import type { Session } from './api/types';
import { AuditPage } from './audit/audit';
import { ConnectPage } from './connect/connect';
import icon from './icon.svg';
import { JobsPage } from './jobs/jobs';
import { MailsPage } from './mails/mails';
import { Boundary } from './parts/boundary';
import { tellProblem } from './parts/confirm';
import { LanguageSwitch } from './parts/language';
import { MeaningProvider } from './parts/meaning';
import { Empty, Failure, Loading } from './parts/states';
import { usePageTitle } from './parts/title';
import { Inbox } from './proposals/inbox';
import { needsOwner } from './proposals/order';
import { Review } from './proposals/review';
import { Join } from './session/join';
import { SessionContext, type SessionState, useSessionState } from './session/session';
import { SetUp } from './session/set-up';
import { SignIn } from './session/sign-in';
import { useText } from './text/text';
import { TokensPage } from './tokens/tokens';
import { UploadsPage } from './uploads/uploads';

export function App() {
  const state = useSessionState();
  const [location] = useLocation();
  if (location === '/setup') return <SetUp enter={state.enter} />;
  if (location === '/invitation') return <Join enter={state.enter} />;
  if (state.isPending) return <Loading />;
  if (state.error) return <Failure error={state.error} retry={state.refetch} />;
  if (!state.data) return <SignIn signIn={state.signIn} isOver={state.isOver} />;
  return (
    <SessionContext value={state.data}>
      <MeaningProvider>
        <Shell session={state.data} signOut={state.signOut} />
      </MeaningProvider>
    </SessionContext>
  );
}

interface Section {
  readonly path: string;
  readonly name: 'proposals' | 'jobs' | 'tokens' | 'audit' | 'uploads' | 'mails';
  readonly icon: ComponentType<{ width?: number; height?: number }>;
}

const sections: readonly Section[] = [
  { path: '/proposals', name: 'proposals', icon: CheckboxIcon },
  { path: '/jobs', name: 'jobs', icon: LayersIcon },
  { path: '/tokens', name: 'tokens', icon: LockClosedIcon },
  { path: '/audit', name: 'audit', icon: CounterClockwiseClockIcon },
  { path: '/uploads', name: 'uploads', icon: ImageIcon },
  { path: '/mails', name: 'mails', icon: EnvelopeClosedIcon },
];

interface ShellProps {
  readonly session: Session;
  readonly signOut: SessionState['signOut'];
}

/** A side bar on wide screens, tabs within reach of the thumb on phones. */
function Shell({ session, signOut }: ShellProps) {
  const texts = useText();
  const [location] = useLocation();
  const waiting = useProposals(undefined).data?.pages[0]?.items.filter(needsOwner).length ?? 0;
  const isCurrent = (path: string) => location.startsWith(path);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: true } }}
      footer={{ height: { base: 60, sm: 0 } }}
      padding="md"
    >
      <a href="#content" className="skip-link">
        {texts.common.skipToContent}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <img src={icon} alt="" width={26} height={26} />
            <Text fw={700} size="lg">
              {texts.product}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <LanguageSwitch />
            <Menu position="bottom-end" width={240}>
              <Menu.Target>
                <Button variant="default" size="xs" leftSection={<PersonIcon />}>
                  {texts.session.account}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <StoreItems />
                <Menu.Label>{session.email}</Menu.Label>
                <Menu.Item component={Link} href="/account" leftSection={<GearIcon />}>
                  {texts.account.title}
                </Menu.Item>
                <Menu.Item
                  leftSection={<ExitIcon />}
                  onClick={() => void signOut().catch((error) => tellProblem(error, texts))}
                >
                  {texts.session.signOut}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" component="nav" visibleFrom="sm">
        {sections.map(({ path, name, icon: Icon }) => (
          <NavLink
            key={path}
            component={Link}
            href={path}
            label={texts.nav[name]}
            active={isCurrent(path)}
            {...(isCurrent(path) ? { 'aria-current': 'page' as const } : {})}
            leftSection={<Icon width={18} height={18} />}
            rightSection={name === 'proposals' && waiting > 0 && <Waiting count={waiting} />}
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Container size="md" px={0}>
          <Boundary key={location}>
            <Switch>
              <Route path="/">
                <Redirect to="/proposals" replace />
              </Route>
              <Route path="/proposals">
                <Inbox />
              </Route>
              <Route path="/proposals/:id">{({ id }) => <Review key={id} id={id} />}</Route>
              <Route path="/jobs">
                <JobsPage />
              </Route>
              <Route path="/connect/:ext">{({ ext }) => <ConnectPage key={ext} ext={ext} />}</Route>
              <Route path="/tokens">
                <TokensPage />
              </Route>
              <Route path="/audit">
                <AuditPage />
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
          </Boundary>
        </Container>
      </AppShell.Main>
      <AppShell.Footer hiddenFrom="sm" component="nav">
        <Group h="100%" gap={0} wrap="nowrap" align="stretch">
          {sections.map(({ path, name, icon: Icon }) => (
            <Link
              key={path}
              href={path}
              className="tab"
              {...(isCurrent(path) ? { 'aria-current': 'page' as const } : {})}
            >
              <Icon width={20} height={20} />
              <span>
                {texts.nav[name]}
                {name === 'proposals' && waiting > 0 && ` (${waiting})`}
              </span>
            </Link>
          ))}
        </Group>
      </AppShell.Footer>
    </AppShell>
  );
}

function UnknownPage() {
  const { unknownPage } = useText().common;
  usePageTitle(unknownPage);
  return <Empty title={unknownPage} />;
}

function Waiting({ count }: { readonly count: number }) {
  const texts = useText();
  return (
    <Badge size="sm" circle color="orange" title={texts.proposals.needsYou}>
      {count}
    </Badge>
  );
}
