import { isOpen } from '../../channel/contract/state';
import { useOpenReturns, useToday } from '../api/orders';
import { useAllToPrepare } from '../api/packages';
import { useChannels, useExtensions } from '../api/queries';
import {
  type Figure,
  useFigure,
  useHealths,
  useKeptMails,
  useRecentJobs,
  useSendsMails,
  useStoreHealth,
  useTotal,
} from '../api/shop';
import type { Extension, Mail, Proposal, Today } from '../api/types';
import { grows } from '../extensions/consent';
import { figureText } from '../parts/figure';
import { awaitsVerdict, callsOwner } from '../proposals/order';
import { dayOf } from '../text/format';
import { useText } from '../text/text';

/** Something that the owner may want to see to, and where. */
export interface Concern {
  readonly key: string;
  readonly text: string;
  readonly href: string;
  readonly color: 'red' | 'orange' | 'blue' | 'gray';
  /** The first of what waits, where the page behind it shows others too. */
  readonly first?: readonly { readonly text: string; readonly href: string }[];
}

const SOON_MS = 3 * 24 * 3_600_000;

const exactly = (count: number | undefined): Figure | undefined =>
  count === undefined ? undefined : { count, more: false };

/** Whether the shop has to do with a channel: one whose keys were tried and not taken is installed, and nothing of it is kept. */
const isBegun = ({ installed, available, secrets }: Extension): boolean =>
  installed !== null && (installed.enabled || !available || secrets.some(({ isSet }) => isSet));

/** Reads the facts for the home page. The tasks in orders are counted for it, all else comes from reads that other pages have. */
export function useOverview() {
  const channels = useChannels();
  const extensions = useExtensions();
  const begun = (channels.data ?? []).filter(isBegun);
  const absent = (channels.data ?? []).filter((channel) => !isBegun(channel) && channel.available);
  const readiness = useStoreHealth();
  const keys = begun.map(({ key }) => key);
  const healths = useHealths(keys);
  const jobs = useRecentJobs(keys);
  const toPrepare = useAllToPrepare(keys);
  const submitted = useFigure<Proposal>('/v1/proposals', { state: 'submitted', bulk: 'false' });
  // Acts that their owners have only looked at would hide older ones that wait for another owner: they are counted apart.
  const held = useFigure<Proposal>('/v1/proposals', { state: 'submitted', bulk: 'true' }, callsOwner);
  const paused = useFigure<Proposal>('/v1/proposals', { state: 'paused' });
  // Nobody is left to submit them.
  const orphaned = useFigure<Proposal>('/v1/proposals', { state: 'open' }, awaitsVerdict);
  const active = useTotal('/v1/catalog/products');
  const soldOut = useTotal('/v1/catalog/products', { stock: 'out' });
  const failedMails = useFigure<Mail>('/v1/account/mails', {}, ({ state }) => state === 'failed');
  const keptMails = useKeptMails();
  const sendsMails = useSendsMails();
  const today = useToday();
  const returns = useOpenReturns();
  const figures = [submitted, held, paused, orphaned, active, soldOut, failedMails, keptMails];
  const asked = [channels, extensions, readiness, today, returns, ...figures, ...healths, ...jobs, ...toPrepare];
  const failed = asked.find(({ error }) => error !== null);
  return {
    channels: begun.map((channel, index) => ({
      ...channel,
      health: healths[index]?.data,
      jobs: jobs[index]?.data?.items ?? [],
      toPrepare: toPrepare[index]?.data,
    })),
    absent,
    // All others come by themselves.
    upgrades: (extensions.data ?? []).filter(({ upgrade }) => upgrade && (grows(upgrade.growth) || !upgrade.lossless)),
    // The points that keep the shop from selling, and not those that are good to have.
    lacking: (readiness.data?.points ?? []).filter(({ done, blocks }) => !done && blocks.length > 0).length,
    // Others that are switched off decide nothing anyway.
    hooksOff: (extensions.data ?? []).filter(({ installed }) => installed?.enabled && installed.hooksOff.length > 0),
    today: today.data,
    returns: returns.data,
    submitted: submitted.data && {
      count: submitted.data.count + (held.data?.count ?? 0),
      more: submitted.data.more,
    },
    paused: paused.data,
    // Among the newest hundred that are in preparation.
    orphaned: orphaned.data && { ...orphaned.data, more: false },
    active: active.data,
    soldOut: soldOut.data,
    // Older ones than the last hundred are history.
    failedMails: failedMails.data && { ...failedMails.data, more: false },
    keptMails: keptMails.data,
    sendsMails,
    isPending: asked.some(({ isPending }) => isPending),
    error: failed?.error ?? null,
    retry: () => Promise.all(asked.filter(({ error }) => error !== null).map(({ refetch }) => refetch())),
  };
}

export type Overview = ReturnType<typeof useOverview>;

const URGENCIES: readonly Concern['color'][] = ['red', 'orange', 'blue', 'gray'];

/** Puts the urgent ones first; those of one urgency stay in their order. */
const byUrgency = (concerns: readonly Concern[]): readonly Concern[] =>
  concerns.toSorted((one, other) => URGENCIES.indexOf(one.color) - URGENCIES.indexOf(other.color));

/** In the order in which a merchant would see to it. */
export function useConcerns({
  channels,
  absent,
  upgrades,
  lacking,
  hooksOff,
  today,
  returns,
  submitted,
  paused,
  orphaned,
  active,
  soldOut,
  failedMails,
  keptMails,
  sendsMails,
  isPending,
}: Overview): readonly Concern[] {
  const texts = useText();
  const { home } = texts;
  const counted = (
    figure: Figure | undefined,
    key: string,
    color: Concern['color'],
    href: string,
    say: (count: string) => string,
  ): Concern[] => (figure && figure.count > 0 ? [{ key, color, href, text: say(figureText(figure, texts)) }] : []);
  /** No list has a filter for exactly these, so the first of them are named. @param list the nearest there is */
  const ofOrders = (
    waiting: Today['toShip'] | undefined,
    key: string,
    color: Concern['color'],
    say: (count: string) => string,
    list?: string,
  ): Concern[] => {
    const first = (waiting?.first ?? []).map(({ id, number }) => ({ text: number, href: `/orders/${id}` }));
    const [only, ...others] = first;
    if (!only) return [];
    const href = others.length === 0 ? only.href : (list ?? only.href);
    return counted(waiting, key, color, href, say).map((concern) => ({ ...concern, first }));
  };
  /** Lists the concerns with a deadline, the soonest first. */
  const due = (waiting: Today['returnsDue'] | undefined): Concern[] => {
    const [soonest] = waiting?.first ?? [];
    if (!waiting || !soonest) return [];
    const isSoon = Date.parse(soonest.refundUntil) < Date.now() + SOON_MS;
    const first = waiting.first.map(({ id, number, refundUntil }) => ({
      text: home.dueOf(number, dayOf(refundUntil, texts)),
      href: `/returns/${id}`,
    }));
    return counted(waiting, 'returns due', isSoon ? 'red' : 'orange', `/returns/${soonest.id}`, (count) =>
      home.returnsDue(count, dayOf(soonest.refundUntil, texts)),
    ).map((concern) => ({ ...concern, first }));
  };
  /** The page of the first marketplace that has such orders. */
  const pageOf = (page: string, of: 'oversoldOrders' | 'unmappedOrders'): string | undefined => {
    const found = channels.find(({ health }) => (health?.[of] ?? 0) > 0);
    return found && `/marketplace/${found.key}/${page}`;
  };
  const soonestUnpaid = today?.unpaid.first[0]?.transferUntil ?? null;
  const ofChannels = channels.flatMap(({ key, name, health, jobs, toPrepare }): Concern[] => {
    if (!health) return [];
    const jobsPage = `/jobs?channel=${key}`;
    const waiting = jobs.filter((job) => job.waiting !== null && job.waiting.reason !== 'turn').length;
    if (!health.credentials.complete)
      return [{ key: `${key} credentials`, color: 'orange', href: `/connect/${key}`, text: home.notReady(name) }];
    if (!health.enabled)
      return [{ key: `${key} disabled`, color: 'gray', href: `/connect/${key}`, text: home.disabled(name) }];
    const pages = `/marketplace/${key}`;
    const isSilent = health.webhook.state === 'passive' || health.webhook.state === 'gone';
    return [
      ...counted(exactly(toPrepare), `${key} packages`, 'orange', `${pages}/packages`, (count) =>
        home.packages(count, name),
      ),
      ...(isSilent ? [{ key: `${key} webhook`, color: 'red' as const, href: pages, text: home.webhook(name) }] : []),
      ...counted(exactly(health.unreadable), `${key} unreadable`, 'red', `${pages}/unreadable`, (count) =>
        home.unreadable(count, name),
      ),
      ...counted({ count: health.failedJobs, more: false }, `${key} failed`, 'red', jobsPage, (count) =>
        home.failedJobs(count, name),
      ),
      ...counted({ count: waiting, more: false }, `${key} waiting`, 'orange', jobsPage, (count) =>
        home.waitingJobs(count, name),
      ),
    ];
  });
  // A shop without a product has nothing that waits and everything to do: its home says how it begins.
  const isEmpty = !isPending && active?.count === 0;
  const step = (key: string, text: string): Concern => ({
    key: `${key} begin`,
    color: 'blue',
    href: `/connect/${key}`,
    text,
  });
  const isReady = ({ health }: Overview['channels'][number]) => health?.enabled === true && health.credentials.complete;
  const toImport = channels.filter(
    (channel) => isReady(channel) && channel.health?.lastSync.catalogPull == null && !channel.jobs.some(isOpen),
  );
  const toConnect = channels.length === 0 ? absent : [];
  const firstSteps = isEmpty
    ? [
        ...toConnect.map(({ key, name }) => step(key, home.connectFirst(name))),
        ...toImport.map(({ key, name }) => step(key, home.importFirst(name))),
      ]
    : [];
  const waiting = [
    ...due(today?.returnsDue),
    ...counted(today?.payments, 'payments', 'red', '/payments', home.payments),
    ...ofOrders(today?.refundsUnknown, 'refunds unknown', 'red', home.refundsUnknown),
    ...ofOrders(today?.refundsFailed, 'refunds failed', 'red', home.refundsFailed),
    ...ofOrders(today?.toGiveBack, 'to give back', 'red', home.toGiveBack),
    ...ofOrders(today?.reviews, 'reviews', 'red', home.reviews),
    ...ofOrders(today?.parcelsUnknown, 'parcels unknown', 'red', home.parcelsUnknown),
    ...ofOrders(today?.oversold, 'oversold', 'red', home.oversold, pageOf('oversold', 'oversoldOrders')),
    ...ofOrders(today?.unmapped, 'unmapped', 'orange', home.unmapped, pageOf('unmapped', 'unmappedOrders')),
    ...ofOrders(today?.parcelsBack, 'parcels back', 'red', home.parcelsBack),
    ...hooksOff.map(
      ({ key, name }): Concern => ({
        key: `${key} hooks`,
        color: 'red',
        href: '/settings/extensions',
        text: home.hooksOff(name),
      }),
    ),
    ...ofOrders(today?.toShip, 'to ship', 'orange', home.toShip, '/orders?payment=paid&fulfilment=unfulfilled'),
    ...ofOrders(
      today?.toShipUnpaid,
      'to ship unpaid',
      'orange',
      home.toShipUnpaid,
      '/orders?payment=pending_cod&fulfilment=unfulfilled',
    ),
    ...ofOrders(today?.codes, 'codes', 'orange', home.codes),
    ...counted(
      today?.toCollect,
      'to collect',
      'blue',
      '/orders?payment=pending_cod&fulfilment=delivered',
      home.toCollect,
    ),
    ...counted(today?.unpaid, 'unpaid', 'blue', '/orders?payment=awaiting_transfer', (count) =>
      soonestUnpaid === null ? home.unpaid(count) : home.unpaidUntil(count, dayOf(soonestUnpaid, texts)),
    ),
    ...counted(exactly(returns?.requested), 'returns', 'orange', '/returns?state=requested', home.returnsRequested),
    ...counted(paused, 'paused', 'orange', '/proposals?state=paused', home.paused),
    ...counted(submitted, 'submitted', 'blue', '/proposals?state=submitted', home.submitted),
    ...counted(orphaned, 'orphaned', 'blue', '/proposals?state=open', home.orphaned),
    ...ofChannels,
    ...upgrades.map(
      ({ key, name }): Concern => ({
        key: `${key} upgrade`,
        color: 'blue',
        href: '/settings/extensions',
        text: home.upgrade(name),
      }),
    ),
    ...counted({ count: lacking, more: false }, 'readiness', 'orange', '/settings/store', home.lacking),
    ...(sendsMails === false
      ? [{ key: 'mails off', color: 'orange' as const, href: '/mails', text: home.mailsOff }]
      : counted(keptMails, 'mails kept', 'orange', '/mails', home.keptMails)),
    ...counted(failedMails, 'mails', 'red', '/mails', home.failedMails),
    ...counted(soldOut, 'sold out', 'gray', '/products?stock=out', home.soldOut),
  ];
  // An empty shop begins before it sees to anything.
  return [...firstSteps, ...byUrgency(waiting)];
}
