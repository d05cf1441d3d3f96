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

interface UndoButtonProps {
  /** The route of the act that takes it back. */
  readonly path: string;
  /** The thing that is taken back. */
  readonly id: string;
  readonly question: { readonly title: string; readonly text: string; readonly yes: string };
  /** Its name for readers who do not see beside what it stands. */
  readonly of?: string;
  readonly children: string;
}

/** Takes many changes back as one act of the owner, and leads to the proposal that does it. */
export function UndoButton({ path, id, question, of, children }: UndoButtonProps) {
  const texts = useText();
  const confirm = useConfirm();
  const refresh = useRefresh();
  const [, navigate] = useLocation();
  // One key as long as the page stands: pressed once more after a lost answer, it is the same act.
  const key = useRef(newKey());
  const undo = useMutation<{ readonly proposalId: string }, ProblemError>({
    mutationFn: () => client.post(path, { ids: [id] }, key.current),
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
    if (await confirm({ ...question, destructive: true })) undo.mutate();
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<ResetIcon />}
      loading={undo.isPending}
      {...(of === undefined ? {} : { 'aria-label': of })}
      onClick={() => void ask()}
    >
      {children}
    </Button>
  );
}

/** Takes a bulk act back as one. */
export function UndoAct({ proposal: { id, items } }: { readonly proposal: Pick<ProposalDetail, 'id' | 'items'> }) {
  const texts = useText();
  const { act, title, text, yes } = texts.bulk.undo;
  const question = { title, text: text(count(items.applied, texts)), yes };
  return (
    <Group justify="flex-end">
      <UndoButton path="/v1/account/bulk/undo" id={id} question={question}>
        {act}
      </UndoButton>
    </Group>
  );
}
