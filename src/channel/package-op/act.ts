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
import { askOnce, type Outside } from '../job/ask-once';
import { inTime } from '../job/in-time';
import { wasAsked } from '../job/once';
import type { JobDependencies, JobSteps, StepOptions } from '../job/steps';
import { notePackages } from '../package/seen-store';
import { keepPackages } from '../pull/keep';
import { actOf, actTermsOf, isDone, isShownAtAll } from './acts';
import { type ActingJob, packageActing } from './declaration';

/** New packages are made a little later; who sees none then is told by the next pull. */
const LOOKS_MS = [0, 500, 1_500];

/** Acts upon a package of a marketplace, once, and keeps what becomes of it. */
export const packageOpSteps: JobSteps<typeof packageActing> = {
  kind: packageActing,
  step: (dependencies, storeId, job, options) =>
    acting(dependencies, storeId, options).step(dependencies, storeId, job, options),
  flawOf: async () => undefined,
};

function acting(dependencies: JobDependencies, storeId: string, options: StepOptions): JobSteps<typeof packageActing> {
  // As the look before the question has seen it: nothing but the act itself may fail once it is noted.
  let looked: SeenPackages | undefined;
  return askOnce({
    kind: packageActing,
    urgency: 'urgent',
    // Most acts take pieces from a package for good: nobody but a person decides to ask again.
    askedMax: 1,

    async look(outside) {
      const seen = await seenOf(outside);
      looked = seen;
      const { input, progress } = outside.job;
      const isThere = isDone(input, termsOf(outside.job), seen, wasAsked(progress));
      return isThere ? kept(dependencies, storeId, outside.job, seen, options) : undefined;
    },

    // A package that stands as it is asked for is as good as one that was brought there.
    refuseTaken: (found) => found,

    async ask(outside, files) {
      const { adapter, job, signal } = outside;
      if (!looked) throw new Error('nobody has looked at the package');
      const { own } = looked;
      await adapter.actOnPackage(own.packageId, actOf(job.input, own, files), signal);
      options.onAnswer();
      return followed(dependencies, storeId, outside, options);
    },
  });
}

/** A job stands for an act that its marketplace knew when it was asked for. @throws {Refusal} not_offered */
const termsOf = ({ extension, input: { op } }: ActingJob): ActTerms =>
  actTermsOf(extension, op) ??
  refuse('not_offered', `The marketplace does not offer the act ${op} upon packages.`, { quotesNobody: true });

async function seenOf({ adapter, job: { input }, signal }: Outside<ActingJob>): Promise<SeenPackages> {
  const rows: PackageRow[] = [...(await adapter.packagesOfOrder(input.orderNumber, signal))];
  const named = () => rows.filter(isPackage).find(({ packageId }) => packageId === input.packageId);
  // A list may leave out what is there.
  if (!named()) rows.push(...(await adapter.packagesById([input.packageId], signal)));
  const own = named() ?? refuse('not_found', 'The marketplace does not show the package.', { quotesNobody: true });
  return { own, all: rows.filter(isPackage) };
}

/** Looks at what became of an act that the marketplace has accepted. Whatever fails here, the act is done. */
async function followed(
  dependencies: JobDependencies,
  storeId: string,
  outside: Outside<ActingJob>,
  options: StepOptions,
): Promise<{ packageIds: string[] }> {
  const { job } = outside;
  const terms = termsOf(job);
  try {
    let seen: SeenPackages | undefined;
    for (const waitMs of LOOKS_MS) {
      await delay(waitMs, undefined, { signal: outside.signal });
      seen = await seenOf(outside);
      options.onAnswer();
      if (!isShownAtAll(terms) || isDone(job.input, terms, seen, true)) break;
    }
    if (seen) return await kept(dependencies, storeId, job, seen, options);
  } catch (error) {
    // The next pull reads it.
    options.onItemFailure(error);
  }
  return { packageIds: [] };
}

/** Keeps all packages of the order as they stand. One that cannot be kept is told by the pull, which meets it again. */
async function kept(
  dependencies: JobDependencies,
  storeId: string,
  { id: jobId, extension }: ActingJob,
  seen: SeenPackages,
  options: StepOptions,
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
