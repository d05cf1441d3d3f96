import { Button, Group } from '@mantine/core';
import { ResetIcon } from '@radix-ui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { client, newKey, type ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import type { ProposalDetail } from '../api/types';
import { tellProblem, useConfirm } from '../parts/confirm';
import { count } from '../text/format';
import { useText } from '../text/text';

/** Takes a bulk act back as one, and leads to the proposal that does it. */
export function UndoAct({ proposal: { id, items } }: { readonly proposal: Pick<ProposalDetail, 'id' | 'items'> }) {
  const texts = useText();
  const confirm = useConfirm();
  const refresh = useRefresh();
  const [, navigate] = useLocation();
  // One key as long as the page stands: pressed once more after a lost answer, it is the same act.
  const key = useRef(newKey());
  const undo = useMutation<{ readonly proposalId: string }, ProblemError>({
    mutationFn: () => client.post('/v1/account/bulk/undo', { ids: [id] }, key.current),
    onSuccess: async ({ proposalId }) => {
      await refresh();
      navigate(`/proposals/${proposalId}`);
    },
    onError: (error) => {
      key.current = newKey();
      tellProblem(error, texts);
    },
  });
  const ask = async () => {
    const { title, text, yes } = texts.bulk.undo;
    if (await confirm({ title, text: text(count(items.applied, texts)), yes, destructive: true })) undo.mutate();
  };
  return (
    <Group justify="flex-end">
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<ResetIcon />}
        loading={undo.isPending}
        onClick={() => void ask()}
      >
        {texts.bulk.undo.act}
      </Button>
    </Group>
  );
}
