import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { visibleText } from '../../kernel/schema/visible';
import type { ProblemError } from '../api/client';
import { useConfirm } from '../parts/confirm';
import { AskedContext } from '../parts/faults';
import { useMeanings } from '../parts/meaning';
import { Failure } from '../parts/states';
import { count } from '../text/format';
import { saving } from '../text/saving';
import { useText } from '../text/text';
import { type Edit, namesOf } from './draft';
import type { Outcome } from './page-edits';
import { Saved } from './saved';

interface SaveBarProps {
  readonly calls: readonly Edit[];
  readonly outcome: Outcome | null;
  readonly error: ProblemError | null;
  readonly busy: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  /** Nobody needs to be told of the outcome any more. */
  readonly onOutcomeRead: () => void;
}

/** Says at the foot of a page what is not saved yet, saves it or throws it away, and tells what became of it. */
export function SaveBar({ calls, outcome, error, busy, onSave, onDiscard, onOutcomeRead }: SaveBarProps) {
  const texts = useText();
  const says = saving[texts.language];
  const confirm = useConfirm();
  const { payloadOf } = useMeanings();
  const names = namesOf(calls);
  const isAny = names.length > 0;
  const changed = count(names.length, texts);
  const { title, text, yes, button } = says.discard;
  const discard = async (): Promise<void> => {
    if (await confirm({ title, text: text(changed), yes, destructive: true })) onDiscard();
  };
  // A success is told until something else is changed.
  const told = outcome && (!outcome.ran.whole || !isAny) ? outcome : null;
  if (!isAny && !told) return null;
  return (
    <Paper withBorder shadow="md" p="sm" className="save-bar" component="section" aria-label={says.bar}>
      <Stack gap="xs">
        {told && (
          <Saved key={told.ran.auditIds.join()} ran={told.ran} onUndone={onOutcomeRead}>
            {!told.ran.whole && `${says.saved(listed(told.saved))} ${says.left(listed(told.left))}`}
          </Saved>
        )}
        <AskedContext value={calls.flatMap(({ command }) => payloadOf(command))}>
          {isAny && error && <Failure inDialog error={error} />}
        </AskedContext>
        {isAny && (
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" role="status" lineClamp={2}>
              <Text span inherit fw={600}>
                {says.changed(changed)}
              </Text>
              {`: ${listed(names)}`}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Button variant="default" size="xs" disabled={busy} onClick={() => void discard()}>
                {button}
              </Button>
              <Button size="xs" loading={busy} aria-keyshortcuts="Control+S" onClick={onSave}>
                {says.save}
              </Button>
            </Group>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

const listed = (names: readonly string[]): string => names.map(visibleText).join(', ');
