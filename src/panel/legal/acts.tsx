import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ProblemError } from '../api/client';
import { confirmLegalText, type LegalText, withdrawLegalText } from '../api/legal';
import { useRefresh } from '../api/queries';
import { tell, tellProblem, useConfirm } from '../parts/confirm';
import { Dialog } from '../parts/dialog';
import { Failure } from '../parts/states';
import { useSending } from '../session/sending';
import { legalPages } from '../text/legal';
import { useText } from '../text/text';

interface OfText {
  readonly text: LegalText;
}

/** Opens a text to be read, edited and confirmed. */
export function EditLegalText({ text }: OfText) {
  const words = legalPages[useText().language];
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant={text.confirmed ? 'default' : 'filled'}
        aria-label={`${text.title}: ${words.edit}`}
        onClick={() => setOpened(true)}
      >
        {words.edit}
      </Button>
      {opened && <TextDialog text={text} onClose={() => setOpened(false)} />}
    </>
  );
}

const TEXT_LENGTH_MAX = 30_000;

function TextDialog({ text: { kind, title, draft, confirmed }, onClose }: OfText & { readonly onClose: () => void }) {
  const texts = useText();
  const words = legalPages[texts.language];
  const refresh = useRefresh();
  const [typed, setTyped] = useState(confirmed?.text ?? draft ?? '');
  // The rev of what was read: a text that somebody has confirmed meanwhile is not overwritten unread.
  const [rev] = useState(confirmed?.rev ?? 0);
  const { busy, error, submit } = useSending(async () => {
    await confirmLegalText(kind, typed, rev);
    await refresh();
    tell(words.confirmed);
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={title} size="xl" closeOnClickOutside={false}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Textarea
            label={words.text}
            description={words.textHint}
            required
            withAsterisk={false}
            autosize
            minRows={14}
            maxRows={24}
            maxLength={TEXT_LENGTH_MAX}
            data-autofocus
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          {error && <Failure error={error} inDialog />}
          <Group justify="space-between">
            <Button
              variant="subtle"
              disabled={draft === null || draft === typed}
              onClick={() => setTyped(draft ?? typed)}
            >
              {words.fromDraft}
            </Button>
            <Group gap="xs">
              <Button variant="default" onClick={onClose} disabled={busy}>
                {texts.common.cancel}
              </Button>
              <Button type="submit" loading={busy}>
                {words.confirm}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Takes a text down, once its owner is sure. */
export function WithdrawLegalText({ text: { kind, title } }: OfText) {
  const texts = useText();
  const words = legalPages[texts.language];
  const refresh = useRefresh();
  const confirm = useConfirm();
  const withdraw = async (): Promise<void> => {
    const isSure = await confirm({
      title: words.withdrawTitle,
      text: words.withdrawText,
      yes: words.withdraw,
      destructive: true,
    });
    if (!isSure) return;
    try {
      await withdrawLegalText(kind);
      tell(words.withdrawn);
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    await refresh();
  };
  return (
    <Button variant="subtle" color="red" aria-label={`${title}: ${words.withdraw}`} onClick={() => void withdraw()}>
      {words.withdraw}
    </Button>
  );
}
