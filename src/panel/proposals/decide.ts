import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, newKey, ProblemError, untilAnswered } from '../api/client';
import { useRefresh } from '../api/queries';
import type { ProposalDetail } from '../api/types';
import { letSelectionGo } from '../bulk/selection';
import { tell, tellProblem } from '../parts/confirm';
import { useSession } from '../session/session';
import { useText } from '../text/text';

/** The most characters of a reason that an owner gives. */
export const REASON_LENGTH_MAX = 500;

export interface Resumption {
  readonly skip?: readonly string[];
  readonly accept?: readonly { readonly itemId: string; readonly hash: string }[];
}

/** Words of the owner on an item, which its author reads. */
export interface ItemComment {
  readonly itemId: string;
  readonly comment: string;
}

export type Decision =
  | { readonly kind: 'approve'; readonly hash: string; readonly comments: readonly ItemComment[] }
  | { readonly kind: 'resume'; readonly body: Resumption }
  | {
      readonly kind: 'approvePart';
      readonly hash: string;
      readonly leaveOut: readonly string[];
      readonly comments: readonly ItemComment[];
    }
  | { readonly kind: 'reject'; readonly reason: string; readonly comments: readonly ItemComment[] }
  | { readonly kind: 'askForChanges'; readonly reason: string; readonly comments: readonly ItemComment[] }
  | { readonly kind: 'skip'; readonly itemId: string; readonly reason?: string }
  | {
      readonly kind: 'skipSome';
      readonly itemIds: readonly string[];
      readonly reason: string;
      readonly comments: readonly ItemComment[];
    }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'submit' };

/** Refusals when the reviewed version is out of date: it must be looked at again, not sent again. */
const OVERTAKEN = new Set(['preview_changed', 'rev_conflict', 'invalid_state']);

/**
 * Every decision carries one key from the first attempt to the last: when no worker answers, the API has kept it, and asking
 * again with the same key only fetches the answer.
 */
export function useDecision({ id: proposalId }: Pick<ProposalDetail, 'id'>) {
  const texts = useText();
  const { storeId } = useSession();
  const refresh = useRefresh();
  const [waiting, setWaiting] = useState(false);

  const send = (decision: Exclude<Decision, { kind: 'skipSome' }>, key: string): Promise<unknown> => {
    const route = `/v1/proposals/${proposalId}`;
    const account = `/v1/account/proposals/${proposalId}`;
    const run = (command: string, payload: object) =>
      client.run({ storeId, command, payload: { proposalId, ...payload } }, key);
    switch (decision.kind) {
      case 'approve':
        // The contract's call takes no words: with comments, an approval goes through the door of the account.
        return decision.comments.length === 0
          ? client.post(`${route}/onayla`, { hash: decision.hash }, key)
          : client.post(`${account}/approve-part`, { ...partOf(decision), leaveOut: [] }, key);
      case 'approvePart':
        return client.post(`${account}/approve-part`, { ...partOf(decision), leaveOut: decision.leaveOut }, key);
      case 'askForChanges':
        return client.post(`${account}/changes`, { reason: decision.reason, comments: decision.comments }, key);
      case 'resume':
        return client.post(`${route}/devam`, decision.body, key);
      case 'reject':
        return decision.comments.length === 0
          ? run('proposal.reject', { reason: decision.reason })
          : client.post(`${account}/changes`, { reason: decision.reason, comments: decision.comments }, key);
      case 'skip':
        return run('proposal.item.skip', {
          itemId: decision.itemId,
          ...(decision.reason ? { reason: decision.reason } : {}),
        });
      case 'withdraw':
        return run('proposal.withdraw', {});
      case 'submit':
        return run('proposal.submit', {});
    }
  };

  const mutation = useMutation({
    mutationFn: async (decision: Decision) => {
      // Each item is skipped by a call of its own: those before one that is refused stay skipped, and are shown so.
      const steps = decision.kind === 'skipSome' ? skipsOf(decision) : [decision];
      for (const step of steps) {
        const key = newKey();
        // No worker answers: the server has kept the decision.
        await untilAnswered(() => send(step, key), { statuses: [503], onWaiting: () => setWaiting(true) });
      }
    },
    onSuccess: (_answer, { kind }) => {
      if (kind === 'approve' || kind === 'approvePart') letSelectionGo(proposalId);
      tell(texts.proposals.done[kind]);
    },
    onError: (error) => tellProblem(error, texts),
    onSettled: async () => {
      setWaiting(false);
      await refresh();
    },
  });
  const overtaken = mutation.error instanceof ProblemError && OVERTAKEN.has(mutation.error.problem.code);
  return { decide: mutation.mutate, busy: mutation.isPending, waiting, overtaken };
}

const partOf = ({ hash, comments }: { readonly hash: string; readonly comments: readonly ItemComment[] }) => ({
  hash,
  ...(comments.length > 0 ? { comments } : {}),
});

/** A comment on an item is the reason for which that one is skipped. */
function skipsOf({ itemIds, reason, comments }: Extract<Decision, { kind: 'skipSome' }>) {
  const words = new Map(comments.map(({ itemId, comment }) => [itemId, comment]));
  return itemIds.map((itemId) => ({ kind: 'skip', itemId, reason: words.get(itemId) ?? reason }) as const);
}
