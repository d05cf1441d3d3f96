import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../parts/dialog';
import { useText } from '../text/text';
import { REASON_LENGTH_MAX } from './decide';

interface ReasonDialogProps {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  /** The words of the button. */
  readonly yes: string;
  readonly color: string;
  readonly onClose: () => void;
  readonly onReason: (reason: string) => void;
}

/** Asks the owner for the words with which a proposal goes back to whoever proposed it. */
export function ReasonDialog({ title, text, label, yes, color, onClose, onReason }: ReasonDialogProps) {
  const texts = useText();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const missing = reason.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!missing) onReason(reason.trim());
  };
  return (
    <Dialog onClose={onClose} title={title} closeOnClickOutside={missing}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{text}</Text>
          <Textarea
            label={label}
            data-autofocus
            autosize
            minRows={2}
            maxLength={REASON_LENGTH_MAX}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            error={asked && missing ? texts.proposals.rejectReasonNeeded : null}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" color={color}>
              {yes}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
