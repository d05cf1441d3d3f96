import createProduct from '../catalog/catalog.product.create';
import type { Batch, CommandBus } from '../kernel/bus';
import type { Database } from '../kernel/database';
import type { Command, Services } from '../kernel/declare';
import type { Problem } from '../kernel/errors';
import { systemPrincipal } from '../kernel/principal';
import { type ConnectedChannel, connectChannel } from './channel.connect';
import type { ChannelJobInput } from './channel.jobs';
import listingSet from './channel.listing.set';
import type { RemotePage, RemoteProduct, RemoteVariant } from './channel.port';
import { bookPage, findJob, type ItemError, type JobRow, lockJob, type SampleRow } from './job.store';
import { itemsByBarcode, type KnownItem, type Mirror, saveMirrors } from './listing.store';
import { mirrorOf, payloadProblem, productPayload, sameMirror, unusable } from './remote.product';

/**
 * The import of a marketplace catalog, a page at a time.
 *
 * A page is one transaction: its products and listings, their audit rows and keys, the job's counters and the cursor of the
 * next page are written together or not at all. So a killed attempt leaves nothing, a repeated one finds the cursor moved
 * and goes on behind it, and progress only grows. Products are matched by barcode, which makes a second import change nothing.
 */
export interface PullDependencies {
  readonly bus: CommandBus;
  readonly database: Database;
  readonly services: Services;
}

/** Trendyol's largest page (providers.md §2.3). */
const PAGE_SIZE = 100;

export interface PullProgress {
  readonly done: number;
  readonly total: number | null;
  readonly failed: number;
  /** Nothing is left to do: the last page is written, or the job is being cancelled. */
  readonly finished: boolean;
  /** The owner was faster than the last page. */
  readonly cancelled: boolean;
}

/**
 * Imports pages until `until`, the end, or an error of the provider.
 * @param onPage called after each written page
 */
export async function pullPages(
  dependencies: PullDependencies,
  input: ChannelJobInput,
  options: {
    readonly signal: AbortSignal;
    readonly until: () => boolean;
    readonly onPage: (progress: PullProgress) => void;
  },
): Promise<PullProgress> {
  const { storeId, jobId, extension } = input;
  const db = dependencies.database.reader(storeId);
  const channel = await connectChannel({ db, services: dependencies.services, storeId, ext: extension });
  let job = await findJob(db, storeId, extension, jobId);
  let ahead: { readonly cursor: string; readonly page: Promise<RemotePage> } | undefined;
  while (!job.exhausted && job.state === 'running') {
    options.signal.throwIfAborted();
    const { cursor } = job;
    const page = await (ahead?.cursor === cursor ? ahead.page : fetchPage(channel, cursor, options.signal));
    const last = page.next === null || options.until();
    // The next page travels while this one is written.
    ahead = last ? undefined : { cursor: page.next, page: fetchPage(channel, page.next, options.signal) };
    ahead?.page.catch(() => {});
    job = await writePage(dependencies, input, cursor, page);
    options.onPage(progressOf(job));
    if (last) break;
  }
  return progressOf(job);
}

const fetchPage = ({ adapter }: ConnectedChannel, cursor: string | null, signal: AbortSignal): Promise<RemotePage> =>
  adapter.products(cursor, PAGE_SIZE, signal);

const progressOf = ({ done, total, failed, exhausted, state }: JobRow): PullProgress => ({
  done,
  total,
  failed,
  finished: exhausted || state !== 'running',
  cancelled: !exhausted && state === 'cancelling',
});

/** @returns the job as it stands after the page, whoever wrote it */
async function writePage(
  { bus, database }: PullDependencies,
  input: ChannelJobInput,
  cursor: string | null,
  page: RemotePage,
): Promise<JobRow> {
  const { storeId, jobId, extension } = input;
  await bus.batch(systemPrincipal(storeId, jobId), `channel ${extension}`, { jobId }, async (batch) => {
    const job = await lockJob(batch.tx, storeId, jobId);
    // Another attempt wrote this page already, or the owner cancelled.
    if (job.state !== 'running' || job.exhausted || job.cursor !== cursor) return;
    const plan = await planPage(batch, input, page.products);
    const outcome = input.mode === 'import' ? await importPage(batch, input, job, plan) : previewPage(plan);
    await bookPage(batch.tx, storeId, job, {
      ...outcome,
      total: page.total,
      items: page.products.length,
      next: page.next,
    });
  });
  return findJob(database.reader(storeId), storeId, extension, jobId);
}

interface Creation {
  readonly product: RemoteProduct;
  readonly payload: Record<string, unknown>;
}

interface Link {
  readonly item: Pick<KnownItem, 'productId' | 'variantId'>;
  readonly variant: RemoteVariant;
  readonly remoteId: string;
}

interface Plan {
  readonly create: Creation[];
  /** Items that are in the store but have no listing yet. */
  readonly link: Link[];
  /** Listings whose marketplace side has changed. */
  readonly refresh: { listingId: string; mirror: Mirror }[];
  /** Products with a link or a refresh. */
  readonly updated: Set<string>;
  readonly errors: ItemError[];
  readonly sample: SampleRow[];
}

async function planPage(
  batch: Batch,
  { storeId, extension }: ChannelJobInput,
  products: readonly RemoteProduct[],
): Promise<Plan> {
  const barcodes = products.flatMap(({ variants }) => variants.flatMap(({ barcode }) => (barcode ? [barcode] : [])));
  const known = new Map(
    (await itemsByBarcode(batch.tx, storeId, extension, barcodes)).map((item) => [item.barcode, item]),
  );
  const plan: Plan = { create: [], link: [], refresh: [], updated: new Set(), errors: [], sample: [] };
  for (const product of products)
    plan.sample.push({
      remoteId: product.remoteId,
      title: product.title.slice(0, 200),
      action: place(plan, product, known),
    });
  return plan;
}

function place(plan: Plan, product: RemoteProduct, known: ReadonlyMap<string, KnownItem>): SampleRow['action'] {
  const fail = (code: string, message: string, barcode: string | null): 'fail' => {
    plan.errors.push({ remoteId: product.remoteId, barcode, title: product.title.slice(0, 200), code, message });
    return 'fail';
  };
  const flaw = unusable(product);
  if (flaw) return fail(flaw.code, flaw.message, flaw.barcode);
  const found = product.variants.map((variant) => ({ variant, item: known.get(variant.barcode as string) }));
  if (found.every(({ item }) => !item)) {
    const payload = productPayload(product);
    const problem = payloadProblem(createProduct.payload, payload, product.variants[0]?.barcode ?? null);
    if (problem) return fail(problem.code, problem.message, problem.barcode);
    plan.create.push({ product, payload });
    return 'create';
  }
  for (const { variant, item } of found) {
    if (!item) continue;
    const mirror = mirrorOf(variant);
    if (!item.listingId) plan.link.push({ item, variant, remoteId: product.remoteId });
    else if (!sameMirror(item.mirror, mirror)) plan.refresh.push({ listingId: item.listingId, mirror });
    else continue;
    plan.updated.add(product.remoteId);
  }
  const stranger = found.find(({ item }) => !item);
  if (stranger) {
    plan.updated.delete(product.remoteId);
    return fail('variant_not_in_store', 'The product is in the store without this variant.', stranger.variant.barcode);
  }
  return plan.updated.has(product.remoteId) ? 'update' : 'unchanged';
}

type PageOutcome = Pick<Parameters<typeof bookPage>[3], 'created' | 'updated' | 'errors' | 'sample'>;

const previewPage = (plan: Plan): PageOutcome => ({
  created: plan.create.length,
  updated: plan.updated.size,
  errors: plan.errors,
  sample: plan.sample.filter(({ action }) => action !== 'unchanged'),
});

async function importPage(batch: Batch, input: ChannelJobInput, job: JobRow, plan: Plan): Promise<PageOutcome> {
  const { jobId, extension, storeId } = input;
  const outcomes = await batch.run(
    createProduct as unknown as Command,
    plan.create.map(({ product, payload }) => ({ key: `${jobId}/${product.remoteId}`, payload })),
  );
  const errors = [...plan.errors];
  const links = [...plan.link];
  outcomes.forEach(({ status, body }, index) => {
    const { product } = plan.create[index] as Creation;
    if (status !== 200) {
      const { code, detail } = body as Problem;
      errors.push({
        remoteId: product.remoteId,
        barcode: product.variants[0]?.barcode ?? null,
        title: product.title,
        code,
        message: detail,
      });
      return;
    }
    const { id, variants } = body as { id: string; variants: { id: string }[] };
    product.variants.forEach((variant, position) => {
      links.push({
        item: { productId: id, variantId: variants[position]?.id ?? null },
        variant,
        remoteId: product.remoteId,
      });
    });
  });
  const linked = await linkListings(batch, links, { extension, key: `${jobId}/listings/${job.done}` });
  saveMirrors(batch.tx, storeId, [...plan.refresh, ...linked], new Date());
  return {
    created: outcomes.filter(({ status }) => status === 200).length,
    updated: plan.updated.size,
    errors,
    sample: [],
  };
}

/** Listings per channel.listing.set (spec §8). */
const LISTINGS_MAX = 500;

async function linkListings(
  batch: Batch,
  links: readonly Link[],
  { extension, key }: { extension: string; key: string },
): Promise<{ listingId: string; mirror: Mirror }[]> {
  const entries = [];
  for (let from = 0; from < links.length; from += LISTINGS_MAX) {
    const items = links.slice(from, from + LISTINGS_MAX).map(({ item, remoteId }) => ({
      productId: item.productId,
      ...(item.variantId ? { variantId: item.variantId } : {}),
      remoteProductId: remoteId,
    }));
    entries.push({ key: `${key}/${from}`, payload: { extension, items } });
  }
  if (entries.length === 0) return [];
  const outcomes = await batch.run(listingSet as unknown as Command, entries);
  return outcomes.flatMap(({ body }, chunk) =>
    (body as { listings: { id: string }[] }).listings.map(({ id }, index) => ({
      listingId: id,
      mirror: mirrorOf((links[chunk * LISTINGS_MAX + index] as Link).variant),
    })),
  );
}
