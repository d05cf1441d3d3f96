import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { rowsOfProposal, undoneBy } from '../../undo/plan';
import type { ProposalDetail } from '../api/types';
import { useMeanings } from '../parts/meaning';
import { useReadsHistory, useSession } from '../session/session';
import { useText } from '../text/text';
import { undoDoor } from './undo-door';

/** Finds the undoing of a proposal's applied items: audit rows by the audit row of their item. Nothing for whom the log is closed. */
export function useUndone(proposal: ProposalDetail) {
  const { storeId } = useSession();
  const readsHistory = useReadsHistory();
  const meanings = useMeanings();
  const { id, state, items } = proposal;
  return useQuery({
    queryKey: ['undone', id, items.applied],
    queryFn: async () => {
      const { rows } = await rowsOfProposal(undoDoor(storeId, meanings), id);
      return new Map(
        rows.flatMap((row) => {
          const by = undoneBy(row);
          return by ? [[row.id, by] as const] : [];
        }),
      );
    },
    enabled: readsHistory && items.applied > 0 && state !== 'applying',
  });
}

interface UndoneLinkProps {
  readonly auditId: string;
  readonly onFollow?: () => void;
}

/** Leads to the row of the undo: who did it, when, and what it changed. */
export function UndoneLink({ auditId, onFollow }: UndoneLinkProps) {
  const texts = useText();
  return (
    <Anchor component={Link} href={`/audit?id=${auditId}`} size="xs" {...(onFollow ? { onClick: onFollow } : {})}>
      {texts.undo.byRow}
    </Anchor>
  );
}
