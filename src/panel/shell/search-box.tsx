import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import {
  ArchiveIcon,
  CheckboxIcon,
  CubeIcon,
  LightningBoltIcon,
  MagnifyingGlassIcon,
  PersonIcon,
  ScissorsIcon,
} from '@radix-ui/react-icons';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { type Role, reaches } from '../../kernel/declaration/roles';
import { visibleText } from '../../kernel/schema/visible';
import { hasWord, useSearchHits } from '../api/search';
import type { SearchHits } from '../api/types';
import { useWord } from '../parts/meaning';
import { useSession } from '../session/session';
import { count, money } from '../text/format';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import { actsNamed, type Destination, isNamed } from './acts';
import { type SectionIcon, sectionIcons } from './section-icons';
import { isClosed, sectionsFor } from './sections';

const [store, searchBox] = createSpotlight();

export { searchBox };

const TYPING_MS = 150;
const TEXT_MAX = 100;
const LIST = 'search-list';

/** Opens the search box by a press. */
export function SearchButton() {
  const texts = useText().search;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<MagnifyingGlassIcon aria-hidden />}
      aria-keyshortcuts="Control+K /"
      onClick={searchBox.open}
    >
      {texts.open}
    </Button>
  );
}

interface Shown {
  readonly label: string;
  readonly icon: ReactNode;
  readonly places: readonly (Destination & { readonly icon?: SectionIcon })[];
}

/** Finds things, pages and acts by a few letters, and goes there. */
export function SearchBox() {
  const texts = useText();
  const { role } = useSession();
  const [, navigate] = useLocation();
  const { opened, query: typed } = useSpotlight(store);
  const text = typed.trim().slice(0, TEXT_MAX);
  const [asked] = useDebouncedValue(text, TYPING_MS);
  const hits = useSearchHits(asked, opened);
  const isBusy = hasWord(text) && (text !== asked || hits.isFetching);
  const things = useThings(isBusy ? undefined : hits.data);
  const shown: Shown[] = [
    { label: texts.search.acts, icon: <LightningBoltIcon />, places: actsNamed(text, texts, role) },
    { label: texts.search.pages, icon: null, places: pagesNamed(text, texts, role) },
    ...things,
    // With the things, or the first entry would be this one until they come.
    ...(hasWord(text) && !isBusy ? [inLists(text, texts, role)] : []),
  ].filter(({ places }) => places.length > 0);
  useFirstSelected(shown);
  const wait = useAwaitedEnter(text, isBusy, things);
  const found = things.reduce((sum, { places }) => sum + places.length, 0);
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      scrollable
      maxHeight="min(60vh, 480px)"
      overlayProps={{ backgroundOpacity: 0.6, blur: 0 }}
      attributes={{ content: { 'aria-label': texts.search.title } }}
    >
      <Spotlight.Search
        aria-label={texts.search.title}
        placeholder={reaches(role, 'manager') ? texts.search.placeholder : texts.search.packing}
        maxLength={TEXT_MAX}
        leftSection={<MagnifyingGlassIcon aria-hidden />}
        onKeyDown={({ key }) => key === 'Enter' && shown.length === 0 && wait()}
      />
      <Spotlight.ActionsList id={LIST}>
        {shown.map(({ label, icon, places }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {places.map(({ id, name, to, hint, icon: Icon }) => (
              <Spotlight.Action
                key={id}
                label={name}
                {...(hint ? { description: hint } : {})}
                leftSection={Icon ? <Icon /> : icon}
                onClick={() => navigate(to)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      <Spotlight.Footer>
        <Text size="xs" c="dimmed" role="status">
          {!hasWord(text)
            ? texts.search.hint
            : isBusy
              ? texts.search.busy
              : hits.isError
                ? texts.search.failed
                : found === 0
                  ? texts.search.none
                  : texts.search.hits(count(found, texts))}
        </Text>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

/**
 * Goes to the first thing of a text once it is found, where Enter was pressed before: a scanner types faster than anybody looks something up.
 * @returns notes that Enter was pressed
 */
function useAwaitedEnter(text: string, isBusy: boolean, things: readonly Shown[]): () => void {
  const [, navigate] = useLocation();
  const awaited = useRef<string | null>(null);
  const to = things[0]?.places[0]?.to;
  useEffect(() => {
    if (isBusy || awaited.current === null) return;
    const isSame = awaited.current === text;
    awaited.current = null;
    if (!isSame || to === undefined) return;
    searchBox.close();
    navigate(to);
  }, [text, isBusy, to, navigate]);
  return () => {
    awaited.current = text;
  };
}

/** Pages of the panel that a text names, and that are open to a role. */
const pagesNamed = (text: string, texts: Texts, role: Role): Shown['places'] =>
  sectionsFor(role)
    .all.map(({ path, name }) => ({ id: path, name: texts.nav[name], to: path, icon: sectionIcons[name] }))
    .filter(({ name }) => isNamed(name, text));

/** Lists that are open to a role, narrowed to a text. */
const inLists = (text: string, texts: Texts, role: Role): Shown => ({
  label: texts.search.lists,
  icon: <MagnifyingGlassIcon />,
  places: [
    { id: 'inCustomers', name: texts.search.inCustomers(text), list: '/customers', query: { text } },
    { id: 'inOrders', name: texts.search.inOrders(text), list: '/orders', query: { text } },
    { id: 'inProducts', name: texts.search.inProducts(text), list: '/products', query: { text, status: 'all' } },
  ]
    .filter(({ list }) => !isClosed(role, list))
    .map(({ id, name, list, query }) => ({ id, name, to: `${list}?${new URLSearchParams(query)}` })),
});

/** Things of the store as places to go to. */
function useThings(hits: SearchHits | undefined): Shown[] {
  const texts = useText();
  const payment = useWord('order', 'payment');
  const fulfilment = useWord('order', 'fulfilment');
  const status = useWord('product', 'status');
  const state = useWord('proposal', 'state');
  if (!hits) return [];
  const { orders, products, customers, coupons, proposals } = hits;
  const facts = (...each: readonly (string | null)[]): string =>
    each.filter((fact) => fact !== null && fact !== '').join(' · ');
  const visible = (text: string | null): string => visibleText(text ?? '');
  return [
    {
      label: texts.search.orders,
      icon: <ArchiveIcon />,
      places: orders.map((order) => ({
        id: order.id,
        name: facts(order.number, visible(order.buyerName)),
        to: `/orders/${order.id}`,
        hint: facts(
          money(order.total),
          payment(order.payment),
          fulfilment(order.fulfilment),
          visible(order.externalNumber),
        ),
      })),
    },
    {
      label: texts.search.products,
      icon: <CubeIcon />,
      places: products.map((product) => ({
        id: product.id,
        name: visible(product.title),
        to: `/products/${product.id}`,
        hint: facts(
          money(product.price),
          visible(product.sku),
          product.status === 'active' ? null : status(product.status),
        ),
      })),
    },
    {
      label: texts.search.customers,
      icon: <PersonIcon />,
      places: customers.map(({ id, name, email, phone }) => ({
        id,
        name: visible(name ?? email),
        to: `/customers/${id}`,
        hint: facts(visible(email), visible(phone)),
      })),
    },
    {
      label: texts.nav.coupons,
      icon: <ScissorsIcon />,
      places: coupons.map(({ id, code, title, active }) => ({
        id,
        name: visible(code),
        to: `/coupons?${new URLSearchParams({ code: code ?? '' })}`,
        hint: facts(visible(title), active ? null : texts.couponPages.states.off),
      })),
    },
    {
      label: texts.search.proposals,
      icon: <CheckboxIcon />,
      places: proposals.map((proposal) => ({
        id: proposal.id,
        name: visible(proposal.note ?? texts.proposals.untitled),
        to: `/proposals/${proposal.id}`,
        hint: facts(visible(proposal.tokenLabel) || texts.bulk.own, state(proposal.state)),
      })),
    },
  ];
}

/**
 * Keeps one entry of the list selected. The library marks it in the page as keys are pressed, and knows nothing of entries that come or go
 * afterwards.
 */
function useFirstSelected(shown: readonly Shown[]): void {
  const entries = shown.flatMap(({ places }) => places.map(({ id }) => id)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are what the list in the page shows
  useEffect(() => {
    const actions = [...document.querySelectorAll(`#${LIST} [data-action]`)];
    const marked = Math.max(
      0,
      actions.findIndex((action) => action.hasAttribute('data-selected')),
    );
    for (const [at, action] of actions.entries())
      if (at === marked) action.setAttribute('data-selected', 'true');
      else action.removeAttribute('data-selected');
    store.updateState((state) => ({ ...state, selected: actions.length > 0 ? marked : -1 }));
  }, [entries]);
}
