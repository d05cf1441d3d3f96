import { AppShell, Button, Container, Group, Menu, Text } from '@mantine/core';
import { ExitIcon, GearIcon, PersonIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { reaches } from '../../kernel/declaration/roles';
import { StoreItems } from '../account/store-items';
import { useProposals } from '../api/queries';
import type { Session } from '../api/types';
import icon from '../icon.svg';
import { tellProblem } from '../parts/confirm';
import { LanguageSwitch } from '../parts/language';
import { LookItems } from '../parts/look';
import { callsOwner } from '../proposals/order';
import type { SessionState } from '../session/session';
import { useText } from '../text/text';
import { Bell } from './bell';
import { Keys } from './keys';
import { SearchBox, SearchButton } from './search-box';
import { sectionIcons } from './section-icons';
import { isWithin, type Section, sectionsFor } from './sections';
import { SideEntry } from './side-entry';
import { StoreMenu } from './store-menu';
import { Reachability } from './unreachable';

interface ShellProps {
  readonly session: Session;
  readonly signOut: SessionState['signOut'];
  readonly children: ReactNode;
}

/** A side bar on wide screens, tabs within reach of the thumb on phones. */
export function Shell({ session, signOut, children }: ShellProps) {
  const texts = useText();
  const [location] = useLocation();
  const sections = sectionsFor(session.role);
  const waiting = useProposals(undefined).data?.pages[0]?.items.filter(callsOwner).length ?? 0;
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
      <SearchBox />
      <Keys />
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <img src={icon} alt="" width={26} height={26} />
            <Text fw={700} size="lg" visibleFrom="xs">
              {texts.product}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SearchButton />
            {reaches(session.role, 'manager') && <Bell />}
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
                <LookItems />
              </Menu.Dropdown>
            </Menu>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" component="nav" visibleFrom="sm" className="side-bar">
        <StoreMenu />
        {sections.bar.map((section) => (
          <SideEntry key={section.path} section={section} location={location} waiting={waiting} />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Container size={isWide(location) ? 'xl' : 'md'} px={0}>
          <Reachability>{children}</Reachability>
        </Container>
      </AppShell.Main>
      <AppShell.Footer hiddenFrom="sm" component="nav">
        <Group h="100%" gap={0} wrap="nowrap" align="stretch">
          {sections.tabs.map((section) => {
            const { path, name } = section;
            const Icon = sectionIcons[name];
            return (
              <Link key={path} href={path} className="tab" {...currentAt(location, section)}>
                <Icon width={20} height={20} />
                <span>
                  {texts.nav[name]}
                  {name === 'proposals' && waiting > 0 && ` (${waiting})`}
                </span>
              </Link>
            );
          })}
        </Group>
      </AppShell.Footer>
    </AppShell>
  );
}

const currentAt = (location: string, section: Section) =>
  isWithin(location, section) ? { 'aria-current': 'page' as const } : {};

/** Tables need the room that sentences would only get lost in. */
const isWide = (location: string): boolean =>
  location === '/' ||
  [
    '/orders',
    '/returns',
    '/customers',
    '/reports',
    '/coupons',
    '/products',
    '/collections',
    '/design',
    '/marketplace',
    '/audit',
  ].some((path) => isWithin(location, { path }));
