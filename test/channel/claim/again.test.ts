import { itemsFor } from '../../../src/channel/claim/check';
import { merged } from '../../../src/channel/claim/merge';
import type { KeptClaim } from '../../../src/channel/claim/row';
import type { Acted } from '../../../src/channel/claim/store';
import type { ClaimState, RemoteClaim } from '../../../src/provider/channel/claim';

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();

const shown = (hour: number, state: ClaimState): RemoteClaim => ({
  claimId: 'C',
  orderNumber: 'N',
  claimedAt: at(0),
  modifiedAt: at(hour),
  carrier: null,
  trackingNumber: null,
  items: [
    {
      ...{
        itemId: 'I',
        state,
        stateWord: state,
        fault: 'buyer',
        reasonCode: null,
        reason: null,
        note: null,
        deadline: null,
      },
      ...{ acceptedBy: null, pieceId: null, lineId: null, barcode: null, title: null, price: null },
    },
  ],
});
const kept = (...news: RemoteClaim[]): KeptClaim =>
  news.reduce<KeptClaim | undefined>(merged, undefined) as unknown as KeptClaim;
const acted = (more: Partial<Acted> = {}): Acted => ({
  ...{ id: 'cjb_1', state: 'succeeded', code: null, finishedAt: at(2), itemIds: ['I'], answered: at(1) },
  ...more,
});
/** True if an item may be acted upon. */
function isFree(claim: KeptClaim, acts: Acted[], seenHour: number): boolean {
  try {
    return itemsFor(claim, 'I', acts, at(seenHour)).length === 1;
  } catch {
    return false;
  }
}

describe('an act upon a claim', () => {
  const waiting = kept(shown(1, 'waiting_action'));
  const anew = kept(shown(1, 'waiting_action'), shown(3, 'in_analysis'), shown(4, 'waiting_action'));

  test('keeps others away while its list may be behind, and lets them where the item waits anew', () => {
    expect(isFree(waiting, [], 2)).toBe(true);
    expect(isFree(waiting, [acted()], 3)).toBe(false);
    // Another item of the claim has changed: this one waits as before.
    expect(isFree(kept(shown(1, 'waiting_action'), shown(3, 'waiting_action')), [acted()], 3)).toBe(false);
    expect(isFree(anew, [acted()], 4)).toBe(true);
    // News that comes late says the same.
    expect(isFree(kept(shown(4, 'waiting_action'), shown(3, 'in_analysis')), [acted()], 4)).toBe(true);
    // A day later no list is behind: what was accepted was never done.
    expect([isFree(waiting, [acted()], 25), isFree(waiting, [acted()], 26)]).toEqual([false, true]);
  });

  test('that has answered the later waiting, or goes on, keeps others away', () => {
    expect(isFree(anew, [acted({ answered: at(4), finishedAt: at(5) }), acted()], 6)).toBe(false);
    expect(isFree(anew, [acted({ state: 'running', finishedAt: null })], 6)).toBe(false);
    // One that was recorded before it was known what it answers.
    expect(isFree(anew, [acted({ answered: null })], 6)).toBe(false);
  });

  test('of which nobody knows keeps others away until the item is shown after it', () => {
    const unknown = acted({ state: 'failed', code: 'outcome_unknown' });
    expect([isFree(waiting, [unknown], 2), isFree(waiting, [unknown], 3)]).toEqual([false, true]);
    expect(isFree(waiting, [acted({ state: 'failed', code: 'provider_refused' })], 2)).toBe(true);
  });
});
