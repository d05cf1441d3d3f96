import { Alert, Badge, Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { fieldChanges } from '../../kernel/trace/change';
import {
  type Collected,
  countsOf,
  isFinal,
  type PlanStep,
  planUndo,
  runUndo,
  type UndoDoor,
  type UndoOutcome,
  undoneBy,
} from '../../undo/plan';
import type { ProblemError } from '../api/client';
import type { Problem } from '../api/problem';
import { useRefresh } from '../api/queries';
import type { AuditRow } from '../api/types';
import { Changes } from '../parts/changes';
import { Dialog } from '../parts/dialog';
import { useCommandName, useMeanings } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Failure, Loading } from '../parts/states';
import { Ago } from '../parts/time';
import { Titles } from '../parts/titles';
import { useSession } from '../session/session';
import { useText } from '../text/text';
import { undoDoor } from './undo-door';
import { UndoneLink } from './undone';

type UndoStep = PlanStep<AuditRow, Problem>;
type Outcome = UndoOutcome<Problem>;

interface UndoDialogProps {
  readonly collect: (door: UndoDoor<AuditRow, Problem>) => Promise<Collected<AuditRow>>;
  readonly onClose: () => void;
}

/** Looks, shows, asks, and only then runs: before and after of every step, and what has moved on since. */
export function UndoDialog({ collect, onClose }: UndoDialogProps) {
  const texts = useText();
  const { storeId } = useSession();
  const [titles] = useState(() => new Map<string, string>());
  const door = undoDoor(storeId, useMeanings(), titles);
  const refresh = useRefresh();
  const dialog = useId();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());

  const plan = useQuery<{ steps: UndoStep[]; capped: boolean }, ProblemError>({
    // A plan is true at the moment at which it is made: the next dialog makes its own.
    queryKey: ['undo', dialog],
    queryFn: async () => {
      const { rows, capped } = await collect(door);
      const steps = await planUndo(door, rows, (done) => setProgress({ done, total: rows.length }));
      return { steps, capped };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const run = useMutation({
    mutationFn: (steps: readonly UndoStep[]) =>
      runUndo(door, steps, (step, outcome) => setOutcomes((known) => new Map(known).set(step.row.id, outcome))),
    onSettled: refresh,
  });
  const steps = plan.data?.steps ?? [];
  const { ready, final, undoneBefore, irreversible, blocked } = countsOf(steps);
  // Also of a run that was cut off.
  const taken = [...outcomes.values()].filter(({ state }) => state === 'undone').length;
  const over = run.isSuccess || run.isError;

  return (
    <Dialog onClose={onClose} title={texts.undo.title} size="lg" closeOnClickOutside={!run.isPending}>
      <Stack>
        {plan.isPending && (
          <Loading label={progress ? texts.undo.counting(progress.done, progress.total) : texts.undo.collecting} />
        )}
        {plan.error && <Failure inDialog error={plan.error} retry={plan.refetch} />}
        {plan.data && (
          <>
            <Box role="status" aria-live="polite">
              {over ? (
                <Text fw={600}>{texts.undo.ran(taken)}</Text>
              ) : ready === 0 ? (
                <Text>{texts.undo.nothing}</Text>
              ) : (
                <Text>{texts.undo.plan(ready)}</Text>
              )}
            </Box>
            {run.error && <Failure error={run.error} />}
            {final > 0 && !over && (
              <Alert color="red" icon={<ExclamationTriangleIcon />}>
                {texts.undo.finalCount(final)}
              </Alert>
            )}
            {blocked > 0 && <Alert color="orange">{texts.undo.blockedCount(blocked)}</Alert>}
            {irreversible > 0 && <Alert color="orange">{texts.undo.irreversibleCount(irreversible)}</Alert>}
            {undoneBefore > 0 && <Text size="sm">{texts.undo.undoneBeforeCount(undoneBefore)}</Text>}
            {plan.data.capped && <Alert color="orange">{texts.undo.capped}</Alert>}
            <Titles value={Object.fromEntries(titles)}>
              <Stack gap="xs" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
                {steps.map((step) => (
                  <StepCard key={step.row.id} step={step} outcome={outcomes.get(step.row.id)} onLeave={onClose} />
                ))}
              </Stack>
            </Titles>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={run.isPending}>
            {over ? texts.common.close : texts.common.cancel}
          </Button>
          {!over && ready > 0 && (
            <Button color="red" loading={run.isPending} onClick={() => run.mutate(steps)}>
              {texts.undo.confirm(ready)}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

const colors: Readonly<Record<UndoStep['state'] | Outcome['state'], string>> = {
  ready: 'blue',
  moved_on: 'orange',
  refused: 'red',
  irreversible: 'gray',
  undone_before: 'gray',
  proposed_before: 'gray',
  expired: 'gray',
  undone: 'teal',
  proposed: 'blue',
  failed: 'red',
  left: 'gray',
};

interface StepCardProps {
  readonly step: UndoStep;
  readonly outcome: Outcome | undefined;
  readonly onLeave: () => void;
}

function StepCard({ step, outcome, onLeave }: StepCardProps) {
  const texts = useText();
  const commandName = useCommandName();
  const { row, preview } = step;
  const state = outcome?.state ?? step.state;
  const problem = outcome?.state === 'failed' ? outcome.problem : step.state === 'refused' ? step.problem : null;
  const undo = outcome?.state === 'undone' ? outcome.reference : undoneBy(row);
  return (
    <Paper withBorder p="sm" component="li" aria-label={commandName(row.command)}>
      <Group justify="space-between" align="flex-start" mb="xs">
        <Box miw={0} flex="1 1 12rem">
          <Text fw={600} size="sm">
            {commandName(row.inverse?.command ?? row.command)}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {row.inverse && `${commandName(row.command)} · `}
            <Ago at={row.at} />
          </Text>
        </Box>
        <Group gap={6} justify="flex-end">
          {isFinal(step) && (
            <Badge color="red" variant="outline" leftSection={<ExclamationTriangleIcon />}>
              {texts.undo.final}
            </Badge>
          )}
          <Badge variant="light" color={colors[state]} style={{ flex: 'none' }}>
            {texts.undo.states[state]}
          </Badge>
        </Group>
      </Group>
      {isFinal(step) && (
        <Text size="sm" c="red" mb="xs">
          {texts.undo.finalText}
        </Text>
      )}
      {undo && <UndoneLink auditId={undo} onFollow={onLeave} />}
      {step.state === 'irreversible' && <Changes changes={row.changes.flatMap(fieldChanges)} />}
      {step.state === 'moved_on' && typeof step.problem?.currentRev === 'number' && (
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
          <Visible text={texts.language === 'tr' ? problem.message : problem.detail} />
        </Text>
      )}
      {preview && <Changes changes={preview.changes} heads={{ before: texts.undo.was, after: texts.undo.becomes }} />}
    </Paper>
  );
}
