import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { isOpen, type JobState, PRODUCT } from '../channel/contract/state';
import { isTally, type Tally, unchangedOf } from '../channel/job/tally';
import type { Context } from './context';
import { CliError, usage } from './exit';
import { bar, Progress } from './terminal';
import { plain } from './text';
import { whole } from './typed';

interface Job {
  readonly id: string;
  readonly extension: string;
  readonly kind: string;
  readonly mode?: string;
  readonly brand?: string;
  readonly state: JobState;
  readonly progress: Pick<Tally, 'done' | 'failed'> &
    Partial<Tally> & { total: number | null; brandId?: string | null };
  readonly waitingFor: string | null;
  readonly error: { code: string; message: string } | null;
  readonly createdBy: string;
  readonly createdAt: string;
}

const POLL_MS = 1000;
/** Pages that are looked through for a job that somebody has asked for. */
const PAGES_MAX = 10;
const PAGE = 100;

/** Jobs of all channels in one place; `channel jobs …` are the routes themselves. */
export function addJobs(program: Command, context: Context): void {
  const { client, terminal } = context;
  const jobs = program.command('jobs').description('Durable jobs: list them, watch one.');

  jobs
    .command('list')
    .description('Jobs of every installed channel, newest first.')
    .option('--ext <key>', 'of one extension only')
    .option('--kind <kind>', 'of one kind only, e.g. offers.push')
    .option('--state <state>', 'in one state only, e.g. failed')
    .option('--limit <n>', 'of each extension (default: 50)', whole)
    .action(async ({ ext, ...query }: { ext?: string; kind?: string; state?: string; limit?: number }) => {
      const { jobs: items, hints } = await newestJobs(ext, query, context);
      terminal.answer({ items });
      for (const hint of hints) terminal.note(hint);
      if (context.settings.json) return;
      const schema = context.registry?.routes.find(({ id }) => id === 'channel.jobs.list')?.result;
      context.show({ body: { items: items.map(rowOf) } }, schema);
    });

  jobs
    .command('watch')
    .description('Follow a job to its end: exit code 0 when it succeeded, 1 when it failed or was cancelled.')
    .argument('[cjb]', 'id of the job; when omitted, the newest that somebody has asked for')
    .option('--ext <key>', 'its extension, when you know it')
    .action(async (cjb: string | undefined, { ext }: { ext?: string }) => {
      const found = await findJob(cjb, ext, context);
      const path = `/v1/channel/${encodeURIComponent(found.extension)}/jobs/${encodeURIComponent(found.id)}`;
      const progress = new Progress();
      let job: Job = found;
      while (isOpen(job)) {
        progress.show(progressLine(job));
        await sleep(POLL_MS);
        job = await client.get(path);
      }
      progress.show(progressLine(job));
      progress.end();
      const body = await client.get(path);
      terminal.answer(body);
      terminal.print(endLines(body).join('\n'));
      if (job.state !== 'succeeded') context.ending = 'refused';
    });
}

/** Puts the facts first for which a line has room: the progress of the job, and the time of its beginning. */
function rowOf({ id, kind, state, progress, createdAt, ...others }: Job): object {
  const failed = progress.failed > 0 ? `, ${progress.failed} failed` : '';
  return { id, kind, state, progress: `${shareText(progress)}${failed}`, createdAt: minuteOf(createdAt), ...others };
}

/** A time to the minute, in UTC as all times of answers. */
const minuteOf = (time: string): string => time.replace(/:\d\d(\.\d+)?Z$/, 'Z');

function shareText({ total, done }: Job['progress']): string {
  const share = total ? ` ${Math.floor((done / total) * 100)}%` : '';
  return `${done}/${total ?? '?'}${share}`;
}

function progressLine({ state, progress, waitingFor }: Job): string {
  const { total, done } = progress;
  const counts = `${shareText(progress)}${isTally(progress) ? tallyText(progress) : ''}`;
  return `${bar(done, total)} ${state} ${counts}${waitingFor ? `, waits for ${plain(waitingFor)}` : ''}`;
}

const tallyText = (tally: Tally): string =>
  `, ${tally.created} created, ${tally.updated} updated, ${unchangedOf(tally)} unchanged, ${tally.failed} failed`;

function endLines(job: Job & { errors?: { title: string | null; code: string; message: string }[] }): string[] {
  const { id, kind, mode, brand, state, progress, error, errors = [] } = job;
  const manner = mode ?? brand;
  const shown = errors
    .slice(0, 10)
    .map(({ title, code, message }) => `  ${plain(`${title ?? '–'}: ${code}, ${message}`)}`);
  return [
    `${id} ${kind}${manner ? ` (${plain(manner)})` : ''} ${state}${progress.brandId ? `: brand ${plain(progress.brandId)}` : ''}${error ? `: ${error.code}, ${plain(error.message)}` : ''}`,
    ...shown,
    ...(errors.length > shown.length ? ['  … the rest with --json'] : []),
  ];
}

interface Channels {
  readonly keys: readonly string[];
  /** Hints for a reader who finds nothing in the channels. */
  readonly hints: readonly string[];
}

interface NewestJobs extends Pick<Channels, 'hints'> {
  readonly jobs: readonly Job[];
}

async function channelsOf(ext: string | undefined, { client }: Context): Promise<Channels> {
  if (ext) return { keys: [ext], hints: [] };
  const { status, body } = await client.send({ method: 'GET', path: '/v1/extensions', expects: [403] });
  if (status === 403) return releasedChannels();
  const items = body.items as { key: string; kind: string | null; available: boolean; installed: unknown }[];
  const installed = items.filter(({ kind, available, installed }) => (kind === 'channel' || !available) && installed);
  return { keys: installed.map(({ key }) => key), hints: [] };
}

/** Lists the channels of this release. A reader of jobs need not be told the installed ones, which are a matter of `store:admin`. */
async function releasedChannels(): Promise<Channels> {
  // It brings what speaks to all providers with it, which nobody else here waits for.
  const { manifests } = await import('../extension/provider/providers.js');
  const keys = manifests.filter(({ kind }) => kind === 'channel').map(({ key }) => key);
  const hint = `Which channels are installed, this credential is not told: looked through ${keys.join(', ')}. --ext names another one.`;
  return { keys, hints: [hint] };
}

async function newestJobs(
  ext: string | undefined,
  query: Record<string, unknown>,
  context: Context,
): Promise<NewestJobs> {
  const { keys, hints } = await channelsOf(ext, context);
  const pages = await Promise.all(keys.map((key) => pageOf(key, query, ext, context)));
  const jobs = newestFirst(pages.flatMap(({ items }) => items));
  return { jobs, hints: jobs.length > 0 ? [] : hints };
}

const newestFirst = (jobs: readonly Job[]): Job[] => jobs.toSorted((left, right) => (left.id < right.id ? 1 : -1));

interface Page {
  readonly items: readonly Job[];
  readonly nextCursor: string | null;
}

/** A channel that is not installed has no jobs, but where it was named. */
async function pageOf(
  key: string,
  query: Record<string, unknown>,
  ext: string | undefined,
  { client }: Context,
): Promise<Page> {
  const path = `/v1/channel/${encodeURIComponent(key)}/jobs`;
  const { status, body } = await client.send({ method: 'GET', path, query, expects: ext ? [] : [404] });
  return status === 404 ? { items: [], nextCursor: null } : body;
}

/** @returns the newest job of a channel that the product has not begun by itself */
async function newestAsked(key: string, ext: string | undefined, context: Context): Promise<readonly Job[]> {
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { items, nextCursor } = await pageOf(key, { limit: PAGE, cursor }, ext, context);
    const asked = items.find(({ createdBy }) => createdBy !== PRODUCT);
    if (asked || nextCursor === null) return asked ? [asked] : [];
    cursor = nextCursor;
  }
  return [];
}

async function findJob(cjb: string | undefined, ext: string | undefined, context: Context): Promise<Job> {
  if (cjb === undefined) {
    const { keys, hints } = await channelsOf(ext, context);
    const [newest] = newestFirst((await Promise.all(keys.map((key) => newestAsked(key, ext, context)))).flat());
    return newest ?? missing('Nobody has asked for a job yet.', hints);
  }
  if (!cjb.startsWith('cjb_')) usage(`${cjb} is not the id of a job: cjb_….`);
  const { keys, hints } = await channelsOf(ext, context);
  for (const key of keys) {
    const { status, body } = await context.client.send({
      method: 'GET',
      path: `/v1/channel/${encodeURIComponent(key)}/jobs/${encodeURIComponent(cjb)}`,
      expects: [404],
    });
    if (status === 200) return body;
  }
  return missing(`No channel has a job ${cjb}.`, hints);
}

function missing(message: string, hints: readonly string[]): never {
  throw new CliError('missing', 'not_found', message, { hints });
}
