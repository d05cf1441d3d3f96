import { Button, Group, Stack } from '@mantine/core';
import type { ProblemError } from '../api/client';
import { useText } from '../text/text';
import { Dialog } from './dialog';
import { Failure } from './states';

interface PartlyProps {
  readonly title: string;
  /** The words of the button that goes on with the others. */
  readonly others: string;
  /** The refusal that names what cannot be done. */
  readonly refused: ProblemError;
  /** The number of things that were asked for. */
  readonly of: number;
  readonly busy: boolean;
  readonly onOthers: () => void;
  readonly onClose: () => void;
}

/** Says which things cannot be had, and why; goes on with the others where there are some. */
export function Partly({ title, others, refused, of, busy, onOthers, onClose }: PartlyProps) {
  const texts = useText();
  const faulty = new Set((refused.problem.errors ?? []).map(({ pointer }) => pointer)).size;
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <Failure inDialog error={refused} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.common.close}
          </Button>
          {faulty < of && (
            <Button loading={busy} onClick={onOthers}>
              {others}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
