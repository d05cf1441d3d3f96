import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { client, type ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import { useSentOnce } from '../api/sent-once';
import { tellProblem } from '../parts/confirm';
import { Dialog } from '../parts/dialog';
import { Failure } from '../parts/states';
import { useText } from '../text/text';
import { keepSelection } from './selection';

interface BulkButtonProps {
  readonly act: string;
  /** The dialog that it opens. */
  readonly children: (close: () => void) => ReactNode;
}

/** Opens the dialog of a bulk act. */
export function BulkButton({ act, children }: BulkButtonProps) {
  const [isOpened, setOpened] = useState(false);
  return (
    <>
      <Button size="compact-md" variant="light" onClick={() => setOpened(true)}>
        {act}
      </Button>
      {isOpened && children(() => setOpened(false))}
    </>
  );
}

/** Records a bulk act, and leads to its proposal. @param act the last part of its path */
function useRecording(act: string) {
  const refresh = useRefresh();
  const [, navigate] = useLocation();
  const sendOnce = useSentOnce();
  return useMutation<{ readonly proposalId: string }, ProblemError, object>({
    mutationFn: (body) => sendOnce(body, (key) => client.post(`/v1/account/bulk/${act}`, body, key)),
    onSuccess: async ({ proposalId }) => {
      keepSelection(proposalId);
      await refresh();
      navigate(`/proposals/${proposalId}`);
    },
  });
}

interface RecordButtonProps {
  readonly name: string;
  /** The last part of the path of the act. */
  readonly act: string;
  readonly ids: readonly string[];
  readonly terms: Readonly<Record<string, unknown>>;
}

/** Records a bulk act that asks for nothing: its proposal says all that a dialog could say. */
export function RecordButton({ name, act, ids, terms }: RecordButtonProps) {
  const texts = useText();
  const record = useRecording(act);
  return (
    <Button
      size="compact-md"
      variant="light"
      loading={record.isPending}
      onClick={() => record.mutate({ ids, ...terms }, { onError: (error) => tellProblem(error, texts) })}
    >
      {name}
    </Button>
  );
}

interface BulkDialogProps {
  readonly title: string;
  /** The last part of the path of the act. */
  readonly act: string;
  readonly ids: readonly string[];
  /** The terms that are stated; null: they are not whole. */
  readonly terms: Readonly<Record<string, unknown>> | null;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Asks for the terms of a bulk act, and leads to its proposal. */
export function BulkDialog({ title, act, ids, terms, children, onClose }: BulkDialogProps) {
  const texts = useText();
  const [note, setNote] = useState('');
  const record = useRecording(act);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (terms) record.mutate({ ids, ...terms, ...(note.trim() ? { note: note.trim() } : {}) });
  };
  return (
    <Dialog onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      <form onSubmit={submit}>
        <Stack>
          {children}
          <Textarea
            label={texts.bulk.note}
            autosize
            maxLength={2_000}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            {texts.bulk.prepareHint}
          </Text>
          {record.error && <Failure error={record.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" disabled={terms === null} loading={record.isPending}>
              {texts.bulk.prepare}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
