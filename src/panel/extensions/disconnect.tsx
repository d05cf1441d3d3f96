import { Button, Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useStockSettings } from '../api/shop';
import type { Extension } from '../api/types';
import { Dialog } from '../parts/dialog';
import { useText } from '../text/text';

const CHOICES = ['freeze', 'zero'] as const;
export type Disconnect = (typeof CHOICES)[number];

interface DisconnectDialogProps {
  readonly extension: Extension;
  readonly onChoose: (chosen: Disconnect) => void;
  readonly onClose: () => void;
}

/** Asks what becomes of the stock at a marketplace, before it is switched off; the settings of the channel propose it. */
export function DisconnectDialog({ extension: { key, name }, onChoose, onClose }: DisconnectDialogProps) {
  const texts = useText();
  const { disconnect, steps } = texts.extensions;
  const { data } = useStockSettings();
  const proposed = data?.channels.find(({ extension }) => extension === key)?.settings?.disconnect;
  const [stated, setStated] = useState<Disconnect | null>(null);
  const chosen = stated ?? proposed ?? 'freeze';
  return (
    <Dialog onClose={onClose} title={steps.disable.title(name)}>
      <Stack>
        <Radio.Group
          label={disconnect.question(name)}
          value={chosen}
          onChange={(value) => setStated(value as Disconnect)}
        >
          <Stack gap="xs" mt="xs">
            {CHOICES.map((choice) => (
              <Radio key={choice} value={choice} label={disconnect[choice].name} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.common.cancel}
          </Button>
          <Button onClick={() => onChoose(chosen)}>{disconnect.yes}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
