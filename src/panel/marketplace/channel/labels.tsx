import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { FileTextIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { client, type ProblemError } from '../../api/client';
import { tellProblem } from '../../parts/confirm';
import { Dialog } from '../../parts/dialog';
import { openPdf } from '../../parts/open-pdf';
import { Failure } from '../../parts/states';
import { count } from '../../text/format';
import { useText } from '../../text/text';

/** The most labels in one PDF. */
export const CHOSEN_MAX = 50;

interface ChosenLabelsProps {
  readonly channel: string;
  readonly chosen: readonly string[];
  readonly onClear: () => void;
}

/** Opens the labels of all chosen packages as one PDF. Where some have none, it says which, and opens the others if asked. */
export function ChosenLabels({ channel, chosen, onClear }: ChosenLabelsProps) {
  const texts = useText();
  const { packages } = texts.channel;
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ProblemError | null>(null);
  const open = async (partial: boolean): Promise<void> => {
    setBusy(true);
    try {
      const asked = { packageIds: chosen, ...(partial ? { partial } : {}) };
      await openPdf(() => client.file('POST', `/v1/channel/${channel}/labels`, {}, asked), packages.preparingPdf);
      setRefused(null);
    } catch (error) {
      const isOfSome = ((error as ProblemError).problem?.errors ?? []).length > 0;
      if (isOfSome) setRefused(error as ProblemError);
      else tellProblem(error as ProblemError, texts);
    }
    setBusy(false);
  };
  if (chosen.length === 0) return null;
  const faulty = refused?.problem.errors?.length ?? 0;
  return (
    <Paper withBorder p="sm" shadow="md" className="action-bar" component="section" aria-label={packages.several}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {packages.chosen(count(chosen.length, texts), count(CHOSEN_MAX, texts))}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onClear}>
            {packages.clear}
          </Button>
          <Button size="xs" leftSection={<FileTextIcon aria-hidden />} loading={busy} onClick={() => void open(false)}>
            {packages.labels(count(chosen.length, texts))}
          </Button>
        </Group>
      </Group>
      {refused && (
        <Dialog title={packages.labelsRefused} onClose={() => setRefused(null)}>
          <Stack>
            <Failure inDialog error={refused} />
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setRefused(null)}>
                {texts.common.close}
              </Button>
              {faulty < chosen.length && (
                <Button loading={busy} onClick={() => void open(true)}>
                  {packages.labelsPartly}
                </Button>
              )}
            </Group>
          </Stack>
        </Dialog>
      )}
    </Paper>
  );
}
