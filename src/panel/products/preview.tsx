import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { client, newKey, type Problem, ProblemError } from '../api/client';
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
import { type Call, expecting } from './draft';

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
  /** Takes the faults of the fields, for the form that asks. */
  readonly onRefused?: (faults: FieldFaults) => void;
  readonly onClose: () => void;
}

/** Shows what commands would do to a product, by running them dry, and runs them when it is confirmed. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { title, text, yes, destructive = false, titles, calls, onRan, onRefused, onDone, onClose } = props;
  const texts = useText();
  const { storeId } = useSession();
  const refresh = useRefresh();
  const dialog = useId();
  const { payloadOf } = useMeanings();
  const asked = calls.flatMap(({ command }) => payloadOf(command));
  // One key a call: a lost answer may be asked for again, and nothing runs twice.
  const [keyed] = useState(() => calls.map((call) => ({ ...call, key: newKey() })));
  const preview = useQuery<Preview[], ProblemError>({
    queryKey: ['edit', dialog],
    queryFn: () =>
      allOf(keyed.map((call) => nameFaults(call, client.dryRun<Preview>({ storeId, ...call })))).catch(
        (error: ProblemError) => {
          onRefused?.(error.problem?.errors ?? []);
          throw error;
        },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const run = useMutation<void, ProblemError>({
    mutationFn: async () => {
      const auditIds: string[] = [];
      const revs = new Map<string | undefined, number>();
      try {
        for (const { key, ...call } of keyed) {
          const ran = client.run<{ rev?: number }>({ storeId, ...expecting(call, revs.get(call.of)) }, key);
          const { result, auditId } = await nameFaults(call, ran);
          if (result.rev !== undefined) revs.set(call.of, result.rev);
          auditIds.push(auditId);
        }
      } finally {
        const final = (preview.data ?? []).slice(0, auditIds.length).every(({ irreversible }) => irreversible === true);
        onRan({ auditIds, whole: auditIds.length === keyed.length, final });
      }
    },
    // Told beside the dialog as well, which may go with what it was opened in.
    onError: (error) => tellProblem(error, texts),
    // The page shows the present state when it is seen again.
    onSettled: async (_done, error) => {
      await refresh();
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

/** Tells the faults of a call under the name of its stated value. */
const nameFaults = <T,>({ named }: Call, answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    const problem = error instanceof ProblemError ? error.problem : undefined;
    if (named === undefined || !problem?.errors) throw error;
    throw new ProblemError({ ...problem, errors: problem.errors.map((fault) => ({ ...fault, of: named })) });
  });

/** All answers; or what is wrong with any of the calls, at once: who corrects the first fault need not be told of the next one then. */
async function allOf<T>(answers: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(answers);
  const errors = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as ProblemError] : []));
  const [first] = errors;
  if (!first) return Promise.all(answers);
  const faults = errors.flatMap(({ problem }) => problem?.errors ?? []);
  // A fault of no field, e.g. that somebody was faster, is a fault of all calls.
  throw errors.find(({ problem }) => !problem?.errors) ?? new ProblemError({ ...first.problem, errors: faults });
}
