import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../parts/dialog';
import { useText } from '../text/text';
import { REASON_LENGTH_MAX } from './decide';

interface RejectDialogProps {
  readonly onClose: () => void;
  readonly onReject: (reason: string) => void;
}

/** Asks the owner why the proposal is rejected. */
export function RejectDialog({ onClose, onReject }: RejectDialogProps) {
  const texts = useText();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const missing = reason.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!missing) onReject(reason.trim());
  };
  return (
    <Dialog onClose={onClose} title={texts.proposals.rejectTitle} closeOnClickOutside={missing}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{texts.proposals.rejectText}</Text>
          <Textarea
            label={texts.proposals.rejectReason}
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
            <Button type="submit" color="red">
              {texts.proposals.reject}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
