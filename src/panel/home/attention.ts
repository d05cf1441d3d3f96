import { isOpen } from '../../channel/job/state';
import { useChannels } from '../api/queries';
import { type Figure, useFigure, useHealths, useRecentJobs } from '../api/shop';
import type { Mail, Proposal } from '../api/types';
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

/** What the home page asks for. Everything comes from reads that other pages have: nothing is counted for it alone. */
export function useOverview() {
  const channels = useChannels();
  const installed = (channels.data ?? []).filter((channel) => channel.installed !== null);
  const absent = (channels.data ?? []).filter((channel) => channel.installed === null && channel.available);
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
  const asked = [channels, submitted, paused, orphaned, active, soldOut, failedMails, ...healths, ...jobs];
  const failed = asked.find(({ error }) => error !== null);
  return {
    channels: installed.map((channel, index) => ({
      ...channel,
      health: healths[index]?.data,
      jobs: jobs[index]?.data?.items ?? [],
    })),
    absent,
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
    ...counted(paused, 'paused', 'orange', '/proposals?state=paused', home.paused),
    ...counted(submitted, 'submitted', 'blue', '/proposals?state=submitted', home.submitted),
    ...counted(orphaned, 'orphaned', 'blue', '/proposals?state=open', home.orphaned),
    ...ofChannels,
    ...counted(failedMails, 'mails', 'red', '/mails', home.failedMails),
    ...counted(soldOut, 'sold out', 'gray', '/products?stock=out', home.soldOut),
  ];
}
