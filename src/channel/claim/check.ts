import { Faults, refuse } from '../../kernel/errors';
import type { ClaimLimits } from '../../provider/channel/claim';
import { isOpen, type JobState } from '../contract/state';
import { OUTCOME_UNKNOWN } from '../job/once';
import { LAG_MAX_MS } from '../mirror/lag';
import type { KeptClaim, KeptItem } from './row';
import type { Acted } from './store';

interface Stated {
  readonly act: 'approve' | 'reject' | 'issue';
  readonly reason: string | null;
  readonly description: string | null;
  readonly files: number;
}

/**
 * Refuses fields that an act does not have, and misses those that it needs.
 * @throws {Refusal} invalid_request, claim_file_missing
 */
export function assertFits({ act, reason, description, files }: Stated, limits: ClaimLimits): void {
  const errors =
    act === 'approve'
      ? [
          ...(reason === null ? [] : [{ pointer: '/reason', message: 'says nothing to approve' }]),
          ...(description === null ? [] : [{ pointer: '/description', message: 'says nothing to approve' }]),
          ...(files === 0 ? [] : [{ pointer: '/files', message: 'says nothing to approve' }]),
        ]
      : [
          ...(act === 'reject' && reason === null ? [{ pointer: '/reason', message: 'is needed of reject' }] : []),
          ...(description === null ? [{ pointer: '/description', message: `is needed of ${act}` }] : []),
        ];
  const [first] = errors;
  if (first) refuse('invalid_request', `${first.pointer} ${first.message}.`, { errors, quotesNobody: true });
  if (reason === null || files > 0 || limits.reasonsWithoutFile.includes(reason)) return;
  const faults = new Faults();
  faults.add('claim_file_missing', '/files', `are needed of the reason ${reason}`);
  faults.refuse();
}

/** @throws {Refusal} invalid_state of a reason that the marketplace does not take yet */
export function assertInTime(
  reason: string | null,
  { claimedAt }: Pick<KeptClaim, 'claimedAt'>,
  { reasonsNotBeforeMs }: ClaimLimits,
  now: Date,
): void {
  const notBefore = Date.parse(claimedAt) + ((reason !== null && reasonsNotBeforeMs[reason]) || 0);
  if (now.getTime() >= notBefore) return;
  const from = new Date(notBefore).toISOString();
  refuse('invalid_state', `The marketplace takes the reason ${reason} from ${from} on.`, {
    facts: { from },
    quotesNobody: true,
  });
}

/**
 * Chooses the items of an act: the one that is named, or all that wait for the shop.
 * @param acts earlier requests for the same claim, the latest first @param readAt the time at which the marketplace was asked when it last
 * showed the claim
 * @throws {Refusal} not_found; invalid_state of an item that waits no more, or for which an act was requested before
 */
export function itemsFor(
  { items }: Pick<KeptClaim, 'items'>,
  named: string | null,
  acts: readonly Acted[],
  readAt: string,
): string[] {
  const chosen = items.filter(({ itemId, state }) =>
    named === null ? state === 'waiting_action' || state === 'unknown' : itemId === named,
  );
  if (named !== null && chosen.length === 0) refuse('not_found', 'The claim has no such item.', { quotesNobody: true });
  const late =
    named === null ? (chosen.length === 0 ? items[0] : undefined) : chosen.find(({ state }) => isPast(state));
  if (late)
    refuse('invalid_state', `The item is ${late.state}: it does not wait for the shop.`, {
      facts: { state: late.state },
      quotesNobody: true,
    });
  const free = chosen.filter(
    (item) => !acts.some((each) => each.itemIds.includes(item.itemId) && binds(each, item, readAt)),
  );
  if (free.length === 0 || (named === null && free.length < chosen.length))
    refuse(
      'invalid_state',
      'Something was asked for of the claim before, and each item is acted upon once while it waits.',
      {
        facts: { state: 'acted_upon' },
        quotesNobody: true,
      },
    );
  return free.map(({ itemId }) => itemId);
}

/** A word that nobody knows here keeps nobody from asking: the marketplace decides. */
const isPast = (state: string): boolean => state !== 'waiting_action' && state !== 'unknown';

/**
 * Tells whether an act keeps others away: one that goes on, one that was done, and one of which nobody knows. The marketplace may show
 * the item unchanged after that one has ended: then it was never done.
 */
function binds({ state, code, finishedAt, answered }: Acted, item: KeptItem, readAt: string): boolean {
  if (isOpen({ state: state as JobState })) return true;
  const isUnknown = code === OUTCOME_UNKNOWN;
  if (state !== 'succeeded' && !isUnknown) return false;
  if (answered !== null && waitsAnew(item, answered)) return false;
  if (finishedAt === null) return true;
  const seenAfterMs = Date.parse(readAt) - Date.parse(finishedAt);
  // Nobody knows when claims of long ago were asked for: they count as never shown.
  return !(isUnknown ? seenAfterMs > 0 : seenAfterMs >= LAG_MAX_MS);
}

/** True of an item that was shown in another state since it waited as it did then: it waits for another answer now. */
const waitsAnew = ({ leftAt = null, modifiedAt }: KeptItem, answered: string): boolean =>
  leftAt !== null && Date.parse(leftAt) > Date.parse(answered) && Date.parse(modifiedAt) > Date.parse(leftAt);
