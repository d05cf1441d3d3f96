import { setTimeout as delay } from 'node:timers/promises';
import { refuse } from '../../kernel/errors';
import {
  type ActTerms,
  isPackage,
  type PackageRow,
  type RemotePackage,
  type SeenPackages,
} from '../../provider/channel/package';
import { heirsOf } from '../../provider/channel/read-back';
import { done, missing } from '../../provider/conversation/found';
import { type Acting, actSteps, seenAfter } from '../job/act';
import { inTime } from '../job/in-time';
import { wasAsked } from '../job/once';
import { notePackages } from '../package/seen-store';
import { actOf, actTermsOf, isDone, isShownAtAll } from '../package-op/acts';
import { type ActingJob, packageActing } from '../package-op/declaration';
import { keepPackages } from './keep-packages';

/** New packages are made a little later; who sees none then is told by the next pull. */
const LOOKS_MS = [0, 500, 1_500];

type ActingOnPackage = Acting<typeof packageActing>;

/** Acts upon a package of a marketplace, once, and stores its new state. */
export const packageOpSteps = actSteps({
  kind: packageActing,
  urgency: 'urgent',
  // Most acts take pieces from a package for good: nobody but a person decides to ask again.
  askedMax: 1,

  async look(acting) {
    const seen = await seenOf(acting);
    const { input, progress } = acting.job;
    // A package that stands as it is asked for is as good as one that was brought there.
    return isDone(input, termsOf(acting.job), seen, wasAsked(progress))
      ? done(await keepSeenPackages(acting, seen))
      : missing(seen);
  },

  // As the look has seen it: nothing but the act itself may fail once it is noted.
  async ask(acting, { own }: SeenPackages, files) {
    const { adapter, job, signal, options } = acting;
    await adapter.actOnPackage(own.packageId, actOf(job.input, own, files), signal);
    options.onAnswer();
    return seenAfter(acting, () => followed(acting), { packageIds: [] });
  },
});

/** A job stands for an act that its marketplace knew when it was asked for. @throws {Refusal} not_offered */
const termsOf = ({ extension, input: { op } }: ActingJob): ActTerms =>
  actTermsOf(extension, op) ??
  refuse('not_offered', `The marketplace does not offer the act ${op} upon packages.`, { quotesNobody: true });

async function seenOf({ adapter, job: { input }, signal }: ActingOnPackage): Promise<SeenPackages> {
  const rows: PackageRow[] = [...(await adapter.packagesOfOrder(input.orderNumber, signal))];
  const findOwn = () => rows.filter(isPackage).find(({ packageId }) => packageId === input.packageId);
  // A list may leave out what is there.
  if (!findOwn()) rows.push(...(await adapter.packagesById([input.packageId], signal)));
  const own = findOwn() ?? refuse('not_found', 'The marketplace does not show the package.', { quotesNobody: true });
  return { own, all: rows.filter(isPackage) };
}

/** Looks until the marketplace shows the outcome of the act. */
async function followed(acting: ActingOnPackage): Promise<{ packageIds: string[] }> {
  const { job, signal, options } = acting;
  const terms = termsOf(job);
  let seen: SeenPackages | undefined;
  for (const waitMs of LOOKS_MS) {
    await delay(waitMs, undefined, { signal });
    seen = await seenOf(acting);
    options.onAnswer();
    if (!isShownAtAll(terms) || isDone(job.input, terms, seen, true)) break;
  }
  return seen ? keepSeenPackages(acting, seen) : { packageIds: [] };
}

/** Keeps all packages of the order as they stand. One that cannot be kept is told by the pull, which meets it again. */
async function keepSeenPackages(
  { dependencies, storeId, job: { id: jobId, extension }, options }: ActingOnPackage,
  seen: SeenPackages,
): Promise<{ packageIds: string[] }> {
  const { packages } = await keepPackages(dependencies, { storeId, extension, jobId }, seen.all, options);
  await inTime(
    dependencies.bus.inTransaction<void>(storeId, async (tx) => {
      notePackages(tx, storeId, extension, packages);
      return { keep: true, value: undefined };
    }),
  );
  return { packageIds: heirsOf(seen).map(({ packageId }: RemotePackage) => packageId) };
}
