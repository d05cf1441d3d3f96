import { beyondPriceLimit } from '../access/token/price-limit';
import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import type { Queryable } from '../kernel/database/queryable';
import { command } from '../kernel/declaration/command';
import { Faults, refuse } from '../kernel/errors';
import { id, label, object, oneOf, t, time, typeNamed, words } from '../kernel/schema/schema';
import { askForJob } from './job/ask';
import { settlesByJob } from './job/settling';
import { jobReports } from './kinds/report';
import { listing } from './listing/aggregate';
import { knownListings } from './listing/store';
import { heldPrices } from './offer/held-price-store';
import { enabledChannel } from './provider/enabled';
import { channelNeeds } from './provider/needs';
import { type SyncTask, syncKinds, syncTaskNames, syncTasks, syncTaskWords } from './sync/tasks';

const needs = channelNeeds('enabled');

const { jobOrReport, view, answerOf } = jobReports(syncKinds);

const SINCE_DAYS_MAX = 90;

const payload = object({
  ext: extensionKey,
  task: label('Görev', 'Task')(oneOf(syncTaskNames, words(syncTaskWords))),
  since: t.Optional(
    label(
      'Başlangıç',
      'Since',
    )(
      time({
        description: `Of tasks that pull: reads what has changed since then, at most ${SINCE_DAYS_MAX} days ago. Left out, since the last pull.`,
      }),
    ),
  ),
  listings: t.Optional(
    label(
      'Listelemeler',
      'Listings',
    )(
      t.Array(id(listing.prefix), {
        minItems: 1,
        maxItems: 500,
        description: 'Of tasks about listings: these alone.',
      }),
    ),
  ),
});

export default command({
  id: 'channel.sync.now',
  label: { tr: 'Şimdi eşitle', en: 'Synchronise now' },
  summary:
    'Run a task of synchronisation with a marketplace now; a durable job. The clock runs the same tasks by itself.',
  policy: 'propose',
  scope: 'catalog:write',
  asksProvider: true,
  needs,
  // The job brings news that have happened at the marketplace already.
  irreversible: true,
  payload,
  result: typeNamed('SyncJob')(jobOrReport),
  refuses: [
    'not_found',
    'extension_not_installed',
    'not_offered',
    'extension_not_ready',
    'extension_not_enabled',
    'consent_required',
    'invalid_request',
    'listing_unknown',
    'invalid_state',
    'limit_exceeded',
  ],
  settles: settlesByJob({ words: { tr: 'eşitleme', en: 'synchronisation' } }, { answer: answerOf }),
  example: { ext: exampleMarketplace, task: 'orders' },
  route: { http: 'POST /v1/channel/{ext}/sync' },

  async run({ payload: { ext, task: name, since, listings }, ...context }) {
    const { tx, storeId, now } = context;
    const task: SyncTask = syncTasks[name];
    const manifest = await enabledChannel(tx, storeId, ext, channelNeeds('enabled', ...task.needs));
    const scope = { since: since ?? null, listingIds: listings ?? null };
    if (since !== undefined) {
      if (!task.takes.includes('since')) unfit('/since', `says nothing to the task ${name}`);
      const days = (now.getTime() - Date.parse(since)) / 86_400_000;
      if (days < 0 || days > SINCE_DAYS_MAX) unfit('/since', `must be a time of the last ${SINCE_DAYS_MAX} days`);
    }
    if (listings && !task.takes.includes('listingIds')) unfit('/listings', `say nothing to the task ${name}`);
    if (listings) await assertKnown(tx, storeId, ext, listings);
    const input = task.input(scope);
    const confirms = 'confirms' in input && input.confirms === true;
    if (confirms) {
      const beyond = beyondPriceLimit(context.principal, 'confirm prices that were held');
      if (beyond) throw beyond;
    }
    // An approver sees the prices. A price that has changed by then was not approved.
    const shown = confirms
      ? { ...input, confirmedPrices: await heldPrices(tx, storeId, scope.listingIds ?? []) }
      : input;
    return view(await askForJob(context, task.kind, { extension: ext, extensionName: manifest.name, input: shown }));
  },
});

/** @throws {Refusal} listing_unknown with every one that is none of this marketplace */
async function assertKnown(tx: Queryable, storeId: string, ext: string, listings: readonly string[]): Promise<void> {
  const known = await knownListings(tx, storeId, ext, listings);
  const faults = new Faults();
  for (const [at, listingId] of listings.entries())
    if (!known.has(listingId)) faults.add('listing_unknown', `/listings/${at}`, 'names no listing of this marketplace');
  faults.refuse();
}

const unfit = (pointer: string, message: string): never =>
  refuse('invalid_request', `${pointer} ${message}.`, { errors: [{ pointer, message }], quotesNobody: true });
