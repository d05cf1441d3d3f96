import { Alert, Badge, Box, Button, Group, Modal, Paper, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import { Changes, commandName } from '../parts/changes';
import { Failure, Loading } from '../parts/states';
import { Ago } from '../parts/time';
import { useSession } from '../session/session';
import { useText } from '../text/text';
import { type Collected, type Outcome, planUndo, runUndo, type Step } from './undo.plan';

interface UndoDialogProps {
  readonly collect: () => Promise<Collected>;
  readonly onClose: () => void;
}

/** Looks, shows, asks, and only then runs: before and after of every step, and what has moved on since. */
export function UndoDialog({ collect, onClose }: UndoDialogProps) {
  const texts = useText();
  const { storeId } = useSession();
  const refresh = useRefresh();
  const dialog = useId();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());

  const plan = useQuery<{ steps: Step[]; without: number; capped: boolean; looked: number }, ProblemError>({
    // A plan is true at the moment at which it is made: the next dialog makes its own.
    queryKey: ['undo', dialog],
    queryFn: async () => {
      const { rows, capped } = await collect();
      const total = rows.filter(({ inverse }) => inverse).length;
      const steps = await planUndo(storeId, rows, (done) => setProgress({ done, total }));
      return { steps, without: rows.length - total, capped, looked: rows.length };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const run = useMutation({
    mutationFn: (steps: readonly Step[]) =>
      runUndo(storeId, steps, (step, outcome) => setOutcomes((known) => new Map(known).set(step.row.id, outcome))),
    onSettled: refresh,
  });
  const steps = plan.data?.steps ?? [];
  const ready = steps.filter(({ state }) => state === 'ready');
  const over = run.isSuccess || run.isError;

  return (
    <Modal opened onClose={onClose} title={texts.undo.title} size="lg" centered closeOnClickOutside={!run.isPending}>
      <Stack>
        {plan.isPending && (
          <Loading label={progress ? texts.undo.counting(progress.done, progress.total) : texts.undo.collecting} />
        )}
        {plan.error && <Failure error={plan.error} retry={plan.refetch} />}
        {plan.data && (
          <>
            <Box role="status" aria-live="polite">
              {over ? (
                <Text fw={600}>{texts.undo.ran(run.data ?? 0)}</Text>
              ) : ready.length === 0 ? (
                <Text>{texts.undo.nothing}</Text>
              ) : (
                <Text>{texts.undo.plan(ready.length)}</Text>
              )}
            </Box>
            {run.error && <Failure error={run.error} />}
            {steps.length > ready.length && (
              <Alert color="orange">{texts.undo.blockedCount(steps.length - ready.length)}</Alert>
            )}
            {plan.data.without > 0 && <Text size="sm">{texts.undo.withoutInverse(plan.data.without)}</Text>}
            {plan.data.capped && <Alert color="orange">{texts.undo.capped(plan.data.looked)}</Alert>}
            <Stack gap="xs" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
              {steps.map((step) => (
                <StepCard key={step.row.id} step={step} outcome={outcomes.get(step.row.id)} />
              ))}
            </Stack>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={run.isPending}>
            {over ? texts.common.close : texts.common.cancel}
          </Button>
          {!over && ready.length > 0 && (
            <Button color="red" loading={run.isPending} onClick={() => run.mutate(steps)}>
              {texts.undo.confirm(ready.length)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

const colors = { ready: 'blue', moved: 'orange', refused: 'red', done: 'teal', failed: 'red', left: 'gray' } as const;

function StepCard({ step, outcome }: { readonly step: Step; readonly outcome: Outcome | undefined }) {
  const texts = useText();
  const { row, inverse, preview } = step;
  const state = outcome?.state ?? step.state;
  const problem = outcome?.state === 'failed' ? outcome.problem : step.state === 'refused' ? step.problem : null;
  return (
    <Paper withBorder p="sm" component="li">
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <div>
          <Text fw={600} size="sm">
            {commandName(inverse.command, texts)}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {commandName(row.command, texts)} · <Ago at={row.at} />
          </Text>
        </div>
        <Badge variant="light" color={colors[state]} style={{ flex: 'none' }}>
          {texts.undo.states[state]}
        </Badge>
      </Group>
      {step.state === 'moved' && typeof step.problem?.currentRev === 'number' && (
        <Text size="sm" mb="xs">
          {texts.undo.movedText(step.problem.currentRev)}
        </Text>
      )}
      {outcome?.state === 'left' && (
        <Text size="sm" mb="xs">
          {texts.undo.leftText}
        </Text>
      )}
      {problem && (
        <Text size="sm" c="red" mb="xs">
          {texts.language === 'tr' ? problem.message : problem.detail}
        </Text>
      )}
      {preview && (
        <Changes
          changes={preview.changes}
          result={preview.result}
          heads={{ before: texts.undo.was, after: texts.undo.becomes }}
        />
      )}
    </Paper>
  );
}
