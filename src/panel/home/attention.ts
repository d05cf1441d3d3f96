import { isOpen } from '../../channel/job/state';
import { useOpenReturns } from '../api/orders';
import { useChannels, useExtensions } from '../api/queries';
import { type Figure, useFigure, useHealths, useRecentJobs, useStoreHealth } from '../api/shop';
import type { ListedOrder, Mail, Proposal } from '../api/types';
import { grows } from '../extensions/consent';
import { figureText } from '../parts/figure';
import { awaitsVerdict } from '../proposals/order';
import { useText } from '../text/text';

/** Something that the owner may want to see to, and where. */
export interface Concern {
  readonly key: string;
  readonly text: string;
  readonly href: string;
  readonly color: 'red' | 'orange' | 'blue' | 'gray';
}

const PAID = { payment: 'paid', fulfilment: 'unfulfilled' };

const exactly = (count: number | undefined): Figure | undefined =>
  count === undefined ? undefined : { count, more: false };

/** What the home page asks for. Everything comes from reads that other pages have: nothing is counted for it alone. */
export function useOverview() {
  const channels = useChannels();
  const installed = (channels.data ?? []).filter((channel) => channel.installed !== null);
  const absent = (channels.data ?? []).filter((channel) => channel.installed === null && channel.available);
  const extensions = useExtensions();
  const readiness = useStoreHealth();
  const keys = installed.map(({ key }) => key);
  const healths = useHealths(keys);
  const jobs = useRecentJobs(keys);
  const submitted = useFigure<Proposal>('/v1/proposals', { state: 'submitted' });
  const paused = useFigure<Proposal>('/v1/proposals', { state: 'paused' });
  // Nobody is left to submit them.
  const orphaned = useFigure<Proposal>('/v1/proposals', { state: 'open' }, awaitsVerdict);
  const active = useFigure('/v1/catalog/products');
  const soldOut = useFigure('/v1/catalog/products', { stock: 'out' });
  const failedMails = useFigure<Mail>('/v1/account/mails', {}, ({ state }) => state === 'failed');
  // What was refunded before it left goes nowhere.
  const toShip = useFigure<ListedOrder>('/v1/orders', PAID, ({ refund }) => refund !== 'full');
  const toShipUnpaid = useFigure<ListedOrder>('/v1/orders', { payment: 'pending_cod', fulfilment: 'unfulfilled' });
  const toCollect = useFigure<ListedOrder>('/v1/orders', { payment: 'pending_cod', fulfilment: 'delivered' });
  const unpaid = useFigure<ListedOrder>('/v1/orders', { payment: 'awaiting_transfer' });
  const returns = useOpenReturns();
  const figures = [toShip, toShipUnpaid, toCollect, unpaid, submitted, paused, orphaned, active, soldOut, failedMails];
  const asked = [channels, extensions, readiness, returns, ...figures, ...healths, ...jobs];
  const failed = asked.find(({ error }) => error !== null);
  return {
    channels: installed.map((channel, index) => ({
      ...channel,
      health: healths[index]?.data,
      jobs: jobs[index]?.data?.items ?? [],
    })),
    absent,
    // All others come by themselves.
    upgrades: (extensions.data ?? []).filter(({ upgrade }) => upgrade && (grows(upgrade.growth) || !upgrade.lossless)),
    // What keeps the shop from selling, and not what is good to have.
    lacking: (readiness.data?.points ?? []).filter(({ done, blocks }) => !done && blocks.length > 0).length,
    toShip: toShip.data,
    toShipUnpaid: toShipUnpaid.data,
    toCollect: toCollect.data,
    unpaid: unpaid.data,
    returns: returns.data,
    submitted: submitted.data,
    paused: paused.data,
    // Among the newest hundred that are in preparation.
    orphaned: orphaned.data && { ...orphaned.data, more: false },
    active: active.data,
    soldOut: soldOut.data,
    // Older ones than the last hundred are history.
    failedMails: failedMails.data && { ...failedMails.data, more: false },
    isPending: asked.some(({ isPending }) => isPending),
    error: failed?.error ?? null,
    retry: () => Promise.all(asked.filter(({ error }) => error !== null).map(({ refetch }) => refetch())),
  };
}

export type Overview = ReturnType<typeof useOverview>;

/** In the order in which a merchant would see to it. */
export function useConcerns({
  channels,
  absent,
  upgrades,
  lacking,
  toShip,
  toShipUnpaid,
  toCollect,
  unpaid,
  returns,
  submitted,
  paused,
  orphaned,
  active,
  soldOut,
  failedMails,
  isPending,
}: Overview): Concern[] {
  const texts = useText();
  const { home } = texts;
  const counted = (
    figure: Figure | undefined,
    key: string,
    color: Concern['color'],
    href: string,
    say: (count: string) => string,
  ): Concern[] => (figure && figure.count > 0 ? [{ key, color, href, text: say(figureText(figure, texts)) }] : []);
  const ofChannels = channels.flatMap(({ key, name, health, jobs }): Concern[] => {
    if (!health) return [];
    const jobsPage = `/jobs?channel=${key}`;
    const waiting = jobs.filter((job) => job.waiting !== null && job.waiting.reason !== 'turn').length;
    if (!health.credentials.complete)
      return [{ key: `${key} credentials`, color: 'orange', href: `/connect/${key}`, text: home.notReady(name) }];
    if (!health.enabled)
      return [{ key: `${key} disabled`, color: 'gray', href: `/connect/${key}`, text: home.disabled(name) }];
    return [
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
  return [
    ...firstSteps,
    ...counted(exactly(returns?.due), 'returns due', 'red', '/returns?state=received', home.returnsDue),
    ...counted(toShip, 'to ship', 'orange', '/orders?payment=paid&fulfilment=unfulfilled', home.toShip),
    ...counted(
      toShipUnpaid,
      'to ship unpaid',
      'orange',
      '/orders?payment=pending_cod&fulfilment=unfulfilled',
      home.toShipUnpaid,
    ),
    ...counted(toCollect, 'to collect', 'blue', '/orders?payment=pending_cod&fulfilment=delivered', home.toCollect),
    ...counted(unpaid, 'unpaid', 'blue', '/orders?payment=awaiting_transfer', home.unpaid),
    ...counted(exactly(returns?.requested), 'returns', 'orange', '/returns?state=requested', home.returnsRequested),
    ...counted(exactly(returns?.received), 'returns back', 'orange', '/returns?state=received', home.returnsReceived),
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
    ...counted(failedMails, 'mails', 'red', '/mails', home.failedMails),
    ...counted(soldOut, 'sold out', 'gray', '/products?stock=out', home.soldOut),
  ];
}
