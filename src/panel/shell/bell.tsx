import { Button, Popover, ScrollArea } from '@mantine/core';
import { BellIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { useWaiting } from '../home/waiting';
import { late } from '../parts/late';
import { WaitingRows } from '../parts/states';
import { useText } from '../text/text';

const Waiting = () => <WaitingRows wide={51} narrow={51} form="cards" />;

const BellList = late(async () => (await import('../home/bell-list')).BellList, Waiting);

/** Lists on every page what waits for somebody; the number is that of the last look. */
export function Bell() {
  const { home } = useText();
  const [isOpen, setOpen] = useState(false);
  const waiting = useWaiting();
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(420px, calc(100vw - 32px))"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          px="xs"
          aria-label={waiting && waiting.all > 0 ? home.bellOf(String(waiting.all)) : home.attention}
          onClick={() => setOpen(!isOpen)}
        >
          <BellIcon aria-hidden />
          {waiting && waiting.all > 0 && (
            <span className="bell-count" data-urgent={waiting.urgent > 0 || undefined}>
              {waiting.all}
            </span>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={home.attention}>
        {/* A row leads away, and the list closes with it. */}
        <ScrollArea.Autosize mah="min(70vh, 560px)" onClick={() => setOpen(false)}>
          <BellList />
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
