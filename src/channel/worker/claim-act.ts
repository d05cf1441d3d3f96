import { refuse } from '../../kernel/errors';
import { type ClaimAct, type ClaimState, isClaim, type RemoteClaim } from '../../provider/channel/claim';
import { done, missing } from '../../provider/conversation/found';
import { type ClaimJob, claimActing } from '../claim/declaration';
import { settleOwed } from '../claim/settle';
import { claimsNamed, keepClaims } from '../claim/store';
import { type Acting, actSteps, seenAfter } from '../job/act';
import { wasAsked } from '../job/once';
import { momentBefore } from '../mirror/moment';

type ActingOnClaim = Acting<typeof claimActing>;
type Shown = Pick<ClaimJob['progress'], 'claimItems' | 'answered'>;

/** Acts upon items of a claim, once, and stores their new states. */
export const claimActSteps = actSteps({
  kind: claimActing,
  // It is over when the time of the shop is.
  urgency: 'urgent',
  // Nobody takes an act back: nobody but a person decides to ask again.
  askedMax: 1,

  async look(acting) {
    const read = await readClaim(acting);
    const answered = acting.job.progress.answered ?? read.claim.modifiedAt;
    return isDone(acting.job, read.claim) ? done(await keepClaim(acting, read, answered)) : missing({ answered });
  },

  async ask(acting, { answered }, files) {
    const { adapter, job, signal, options } = acting;
    // An item may wait once more after this: then it is free for another act.
    await acting.note({ answered });
    await adapter.actOnClaim(job.input.claimId, actOf(job.input, files), signal);
    options.onAnswer();
    const follow = async () => keepClaim(acting, await readClaim(acting), answered);
    return seenAfter(acting, follow, { claimItems: [], answered });
  },
});

interface ReadClaim {
  readonly claim: RemoteClaim;
  readonly readAt: string;
}

async function readClaim(acting: ActingOnClaim): Promise<ReadClaim> {
  const readAt = await momentBefore(acting.dependencies, acting.storeId);
  return { claim: await claimOf(acting), readAt };
}

async function claimOf({ adapter, job: { input }, signal }: ActingOnClaim): Promise<RemoteClaim> {
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

/** Keeps a claim as it stands, and writes down what was accepted. */
async function keepClaim(
  { dependencies, storeId, job, options }: ActingOnClaim,
  { claim, readAt }: ReadClaim,
  answered: string | null,
): Promise<Shown> {
  const { id: jobId, extension, input } = job;
  const books = dependencies.services.bookkeeping(storeId);
  const channel = { storeId, extension };
  await keepClaims(books, channel, [claim], readAt);
  await settleOwed(dependencies, { ...channel, jobId, named: [input.claimId] }, options);
  const [known] = await claimsNamed(books, channel, [input.claimId]);
  const claimItems = (known?.items ?? [])
    .filter(({ itemId }) => input.itemIds.includes(itemId))
    .map(({ itemId, state, settled }) => ({ itemId, state, isReturned: settled?.outcome === 'returned' }));
  return { claimItems, answered };
}
