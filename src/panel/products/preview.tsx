import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { ProblemError } from '../api/client';
import type { Problem } from '../api/problem';
import { useRefresh } from '../api/queries';
import type { Preview } from '../api/types';
import { Changes } from '../parts/changes';
import { tellProblem } from '../parts/confirm';
import { Dialog } from '../parts/dialog';
import { AskedContext } from '../parts/faults';
import { useMeanings } from '../parts/meaning';
import { Failure, Loading } from '../parts/states';
import { Titles } from '../parts/titles';
import { useSession } from '../session/session';
import { useText } from '../text/text';
import type { Call } from './draft';
import { previewsOf, runCalls, type Tried, tryCalls, withKeys } from './run';

/** The outcome of confirming: the audit rows of the calls that ran, and whether all ran. */
export interface Ran {
  readonly auditIds: readonly string[];
  readonly whole: boolean;
  /** No command takes back any of it. */
  readonly final?: boolean;
}

export type FieldFaults = NonNullable<Problem['errors']>;

interface PreviewDialogProps {
  readonly title: string;
  readonly text: string;
  /** A warning that stands above all changes. */
  readonly above?: ReactNode;
  /** On the button that runs them. */
  readonly yes: string;
  /** It takes away what no command brings back: the button is red. */
  readonly destructive?: boolean;
  /** The titles of the changed things, by their ids. */
  readonly titles: Readonly<Record<string, string>>;
  readonly calls: readonly Call[];
  /** It ran: what it left is not on the page yet. */
  readonly onRan: (ran: Ran) => void;
  /** All of it ran, and the page shows what it left. */
  readonly onDone?: () => void;
  /** It ran, whole or in part, and the page shows what it left. */
  readonly onSettled?: () => void;
  /** Takes the faults of the fields, for the form that asks. */
  readonly onRefused?: (faults: FieldFaults) => void;
  /** Takes the outcome of each call that was run dry. */
  readonly onTried?: (tried: readonly Tried[]) => void;
  readonly onClose: () => void;
}

/** Shows what commands would do to a product, by running them dry, and runs them when it is confirmed. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { title, text, yes, destructive = false, titles, calls, above } = props;
  const { onRan, onRefused, onTried, onSettled, onDone, onClose } = props;
  const texts = useText();
  const { storeId } = useSession();
  const refresh = useRefresh();
  const dialog = useId();
  const { payloadOf } = useMeanings();
  const asked = calls.flatMap(({ command }) => payloadOf(command));
  // One key a call: a lost answer may be asked for again, and nothing runs twice.
  const [keyed] = useState(() => withKeys(calls));
  const preview = useQuery<Preview[], ProblemError>({
    queryKey: ['edit', dialog],
    queryFn: async () => {
      const tried = await tryCalls(storeId, keyed);
      onTried?.(tried);
      try {
        return previewsOf(tried);
      } catch (error) {
        onRefused?.((error as ProblemError).problem?.errors ?? []);
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const run = useMutation<void, ProblemError>({
    mutationFn: async () => {
      const { auditIds, error } = await runCalls(storeId, keyed);
      const final = (preview.data ?? []).slice(0, auditIds.length).every(({ irreversible }) => irreversible === true);
      onRan({ auditIds, whole: error === null, final });
      if (error) throw error;
    },
    // Told beside the dialog as well, which may go with what it was opened in.
    onError: (error) => tellProblem(error, texts),
    // The page shows the present state when it is seen again.
    onSettled: async (_done, error) => {
      await refresh();
      onSettled?.();
      if (error) return;
      onClose();
      onDone?.();
    },
  });
  /** Whether there is a way back is known once it was tried: nobody is promised one that there is none of. */
  const promised = (tried: readonly Preview[]): string => {
    if (text !== texts.products.previewText || tried.every(({ irreversible }) => !irreversible)) return text;
    return tried.every(({ irreversible }) => irreversible)
      ? texts.products.previewFinal
      : texts.products.previewPartlyFinal;
  };
  // Typed values have to be corrected: asking again would say the same.
  const faults = preview.error?.problem?.errors ?? [];
  return (
    <Dialog
      onClose={onClose}
      title={faults.length > 0 ? texts.products.refusedTitle : title}
      size="lg"
      closeOnClickOutside={!run.isPending}
    >
      <Stack>
        {faults.length === 0 && <Text size="sm">{preview.data ? promised(preview.data) : text}</Text>}
        {faults.length === 0 && above}
        {preview.isPending && <Loading />}
        <AskedContext value={asked}>
          {preview.error && (
            <Failure inDialog error={preview.error} {...(faults.length > 0 ? {} : { retry: preview.refetch })} />
          )}
        </AskedContext>
        {preview.data && (
          <Titles value={titles}>
            <Changes changes={preview.data.flatMap(({ changes }) => changes)} />
          </Titles>
        )}
        <AskedContext value={asked}>{run.error && <Failure error={run.error} />}</AskedContext>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={run.isPending}>
            {run.error ? texts.common.close : texts.common.cancel}
          </Button>
          {preview.data && !run.error && (
            <Button loading={run.isPending} onClick={() => run.mutate()} {...(destructive ? { color: 'red' } : {})}>
              {yes}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
