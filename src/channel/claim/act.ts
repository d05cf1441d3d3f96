import { momentBy } from '../../kernel/database/clock-store';
import { refuse } from '../../kernel/errors';
import { type ClaimAct, type ClaimState, isClaim, type RemoteClaim } from '../../provider/channel/claim';
import { askOnce, type Outside } from '../job/ask-once';
import { inTime } from '../job/in-time';
import { wasAsked } from '../job/once';
import { bookKnownAs } from '../job/once-store';
import type { JobDependencies, JobSteps, StepOptions } from '../job/steps';
import { type ClaimJob, claimActing } from './declaration';
import { settleOwed } from './settle';
import { claimsNamed, keepClaims } from './store';

/** Acts upon items of a claim, once, and keeps what becomes of them. */
export const claimActSteps: JobSteps<typeof claimActing> = {
  kind: claimActing,
  step: (dependencies, storeId, job, options) =>
    acting(dependencies, storeId, options).step(dependencies, storeId, job, options),
  flawOf: async () => undefined,
};

type Shown = Pick<ClaimJob['progress'], 'claimItems' | 'answered'>;

function acting(dependencies: JobDependencies, storeId: string, options: StepOptions): JobSteps<typeof claimActing> {
  let answered: string | null = null;
  let readAt = '';
  return askOnce({
    kind: claimActing,
    // It is over when the time of the shop is.
    urgency: 'urgent',
    // Nobody takes an act back: nobody but a person decides to ask again.
    askedMax: 1,

    async look(outside) {
      readAt = await readFrom(dependencies, storeId);
      const claim = await claimOf(outside);
      answered = outside.job.progress.answered ?? claim.modifiedAt;
      return isDone(outside.job, claim)
        ? kept(dependencies, storeId, outside.job, { claim, readAt }, options)
        : undefined;
    },

    refuseTaken: (found) => found,

    async ask(outside, files) {
      const { adapter, job, signal } = outside;
      // An item may wait once more after this: then it is free for another act.
      await inTime(bookKnownAs(dependencies.bus, storeId, claimActing, job.id, { answered }));
      await adapter.actOnClaim(job.input.claimId, actOf(job.input, files), signal);
      options.onAnswer();
      const asked = { ...job, progress: { ...job.progress, answered } };
      return followed(dependencies, storeId, { ...outside, job: asked }, options);
    },
  });
}

const readFrom = ({ database }: JobDependencies, storeId: string): Promise<string> =>
  inTime(momentBy(database.reader(storeId)));

async function claimOf({ adapter, job: { input }, signal }: Outside<ClaimJob>): Promise<RemoteClaim> {
  const rows = await adapter.claimsById([input.claimId], signal);
  const claim = rows.filter(isClaim).find(({ claimId }) => claimId === input.claimId);
  return claim ?? refuse('not_found', 'The marketplace does not show the claim.', { quotesNobody: true });
}

/** States that an act leads to. What the marketplace itself has decided since then was asked for before. */
const after: Readonly<Record<ClaimJob['input']['claimAct'], readonly ClaimState[]>> = {
  approve: ['accepted', 'fraud_check'],
  reject: ['rejected', 'in_analysis', 'unresolved'],
  issue: ['rejected', 'in_analysis', 'unresolved'],
};

/**
 * Reads whether the act is done, by what the marketplace shows.
 * @throws {Refusal} invalid_state of items that wait for the shop no more, unless they were asked for
 */
function isDone({ input, progress }: Pick<ClaimJob, 'input' | 'progress'>, { items }: RemoteClaim): boolean {
  const named = items.filter(({ itemId }) => input.itemIds.includes(itemId));
  const isThere = named.length === input.itemIds.length;
  const isOfAct = ({ state, acceptedBy }: RemoteClaim['items'][number]): boolean =>
    after[input.claimAct].includes(state) || (state === 'accepted' && acceptedBy === 'marketplace');
  if (wasAsked(progress)) return isThere && named.every(isOfAct);
  const past = named.find(({ state }) => state !== 'waiting_action' && state !== 'unknown');
  if (past)
    refuse('invalid_state', `The item is ${past.state} at the marketplace meanwhile.`, {
      facts: { state: past.state },
      quotesNobody: true,
    });
  if (!isThere) refuse('not_found', 'The claim has no such item at the marketplace.', { quotesNobody: true });
  return false;
}

/** Makes the request of an act. */
function actOf(
  { claimAct: act, itemIds, claimReason: reason, claimWords, claimFiles }: ClaimJob['input'],
  files: readonly Uint8Array<ArrayBuffer>[],
): ClaimAct {
  if (act === 'approve') return { act, itemIds };
  const sent = claimFiles.map(({ type }, at) => {
    const bytes = files[at];
    if (!bytes) throw new Error(`file ${at + 1} was not kept`);
    return { type, bytes };
  });
  return { act, itemIds, reason, description: claimWords ?? '', files: sent };
}

/** Looks at what became of an act that the marketplace has accepted. Whatever fails here, the act is done. */
async function followed(
  dependencies: JobDependencies,
  storeId: string,
  outside: Outside<ClaimJob>,
  options: StepOptions,
): Promise<Shown> {
  try {
    const readAt = await readFrom(dependencies, storeId);
    const claim = await claimOf(outside);
    options.onAnswer();
    return await kept(dependencies, storeId, outside.job, { claim, readAt }, options);
  } catch (error) {
    // The next pull reads it.
    options.onItemFailure(error);
    return { claimItems: [], answered: outside.job.progress.answered };
  }
}

/** Keeps a claim as it stands, and writes down what was accepted. */
async function kept(
  dependencies: JobDependencies,
  storeId: string,
  { id: jobId, extension, input: { claimId, itemIds }, progress: { answered } }: ClaimJob,
  { claim, readAt }: { readonly claim: RemoteClaim; readonly readAt: string },
  options: StepOptions,
): Promise<Shown> {
  const books = dependencies.services.bookkeeping(storeId);
  const channel = { storeId, extension };
  await keepClaims(books, channel, [claim], readAt);
  await settleOwed(dependencies, { ...channel, jobId, named: [claimId] }, options);
  const [known] = await claimsNamed(books, channel, [claimId]);
  const claimItems = (known?.items ?? [])
    .filter(({ itemId }) => itemIds.includes(itemId))
    .map(({ itemId, state, settled }) => ({ itemId, state, isReturned: settled?.outcome === 'returned' }));
  return { claimItems, answered };
}
