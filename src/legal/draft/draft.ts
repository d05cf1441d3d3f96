import type { Block } from '../../order/belge/block';
import type { LegalKind } from '../page/kinds';
import type { LegalFacts } from './facts';
import { deliveryDraft, withdrawalDraft } from './goods';
import { cookiesDraft, privacyDraft } from './privacy';
import { contractDraft, informationDraft } from './sale';
import { writtenText } from './written';

const drafts: Readonly<Record<LegalKind, (facts: LegalFacts, at: string) => readonly Block[]>> = {
  distanceContract: contractDraft,
  information: informationDraft,
  withdrawal: withdrawalDraft,
  delivery: deliveryDraft,
  privacy: privacyDraft,
  cookies: cookiesDraft,
};

/** Writes the draft of a text, filled with the facts of the shop. @param at the moment whose law holds, ISO 8601 */
export const draftOf = (kind: LegalKind, facts: LegalFacts, at: string): string => writtenText(drafts[kind](facts, at));
