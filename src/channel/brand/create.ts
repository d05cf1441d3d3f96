import { buffer } from 'node:stream/consumers';
import { refuse } from '../../kernel/errors';
import type { Objects } from '../../kernel/objects/objects';
import { ProviderThrottled, ProviderUnavailable } from '../../provider/error';
import type { ChannelAdapter, SentImage } from '../../provider/port';
import { inTime } from '../job/in-time';
import { type JobDependencies, type JobProgress, type JobSteps, progressOf, type StepOptions } from '../job/steps';
import { findJob } from '../job/store';
import { connectChannel } from '../provider/connect';
import { type BrandJob, brandCreate } from './declaration';
import { bookAsked, bookBrand, takeBackAsked } from './store';

/**
 * For so long, in ms of waiting, a request whose answer was lost may still be on its way: above the 10 s after which an answer is given
 * up.
 */
const UNDER_WAY_MS = 12_000;
/** A marketplace that was asked this often, and showed no brand, is asked no more: whether there will be one is waited for. */
const ASKED_MAX = 5;

/**
 * Creates a brand at the marketplace, once.
 *
 * The row says that the marketplace is asked before it is. Whoever finds that said, because the answer was lost or the worker killed,
 * looks for the brand first, and asks again only when none has appeared for as long as the request could still be under way.
 */
export const brandCreateSteps: JobSteps<typeof brandCreate> = {
  kind: brandCreate,
  step: createBrand,
  // It has no items that could fail one by one.
  flawOf: async () => undefined,
};

/** @throws what the provider answers with, {@link Refusal} brand_taken */
async function createBrand(
  dependencies: JobDependencies,
  storeId: string,
  job: BrandJob,
  options: StepOptions,
): Promise<JobProgress> {
  const { bus, database, services } = dependencies;
  const db = database.reader(storeId);
  const { adapter } = await inTime(connectChannel({ db, services, storeId, ext: job.extension }));
  const known = await brandNamed(adapter, job.input.brand, options);
  options.onAnswer();
  if (known !== undefined && job.progress.asked === 0)
    refuse('brand_taken', `The marketplace has a brand of this name already: ${known}.`);
  const made = known ?? (await askFor(dependencies, storeId, job, adapter, options));
  if (made !== undefined) await inTime(bookBrand(bus, storeId, job.id, made));
  return progressOf(await inTime(findJob(db, storeId, null, job.id)));
}

async function brandNamed(adapter: ChannelAdapter, name: string, { signal }: StepOptions): Promise<string | undefined> {
  const brands = await adapter.brands(name, signal);
  return brands.find((brand) => brand.name === name)?.brandId;
}

/** @returns undefined when the job has ended, or another attempt asks */
async function askFor(
  { bus, services }: JobDependencies,
  storeId: string,
  job: BrandJob,
  adapter: ChannelAdapter,
  { signal, onAnswer }: StepOptions,
): Promise<string | undefined> {
  const { asked } = job.progress;
  if (asked > 0 && (job.waitedMs < UNDER_WAY_MS || asked >= ASKED_MAX))
    throw new ProviderUnavailable(
      'The marketplace has not answered whether it created the brand, and does not show it.',
    );
  const logos = await logosOf(services.objects, storeId, job);
  if (!(await inTime(bookAsked(bus, storeId, job)))) return undefined;
  onAnswer();
  try {
    return await adapter.createBrand(job.input.brand, logos, signal);
  } catch (error) {
    if (error instanceof ProviderThrottled) await inTime(takeBackAsked(bus, storeId, job));
    throw error;
  }
}

const logosOf = (objects: Pick<Objects, 'open'>, storeId: string, job: BrandJob): Promise<SentImage[]> =>
  Promise.all(
    job.input.logos.map(async ({ type }, at) => {
      const bytes = await objects.open(storeId, job.objects[at] ?? '');
      if (!bytes) throw new Error(`logo ${at + 1} of ${job.id} is not kept`);
      return { type, bytes: new Uint8Array(await buffer(bytes)) };
    }),
  );
