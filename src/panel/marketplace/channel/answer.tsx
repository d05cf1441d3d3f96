import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { answerLength } from '../../../provider/channel/question';
import { client, newKey } from '../../api/client';
import { useRefresh } from '../../api/queries';
import { type AskedJob, useAsked } from '../../jobs/asked-jobs';
import { tell } from '../../parts/confirm';
import { Failure } from '../../parts/states';
import { useSending } from '../../session/sending';
import { count } from '../../text/format';
import { useText } from '../../text/text';

interface AnswerFormProps {
  readonly channel: string;
  readonly questionId: string;
}

/** A box for the answer to a question: buyers read it, and nobody takes it back. */
export function AnswerForm({ channel, questionId }: AnswerFormProps) {
  const texts = useText();
  const { questions: words } = texts.channel;
  const refresh = useRefresh();
  const asked = useAsked();
  // Another text is another call, and a lost answer may be asked for again.
  const [{ text, key }, setForm] = useState({ text: '', key: newKey() });
  const length = [...text.trim()].length;
  const isFit = length >= answerLength.min && text.length <= answerLength.max;
  const { busy, error, submit } = useSending(async () => {
    const path = `/v1/channel/${channel}/questions/${encodeURIComponent(questionId)}/answer`;
    const job = await client.post<AskedJob>(path, { text }, key);
    await refresh();
    tell(words.sent);
    asked(job);
    setForm({ text: '', key: newKey() });
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" mt="sm">
        <Textarea
          label={words.yourAnswer}
          autosize
          minRows={2}
          maxLength={answerLength.max}
          value={text}
          onChange={({ currentTarget: { value } }) => setForm({ text: value, key: newKey() })}
        />
        {error && <Failure error={error} />}
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            {words.length(count(length, texts), count(answerLength.min, texts), count(answerLength.max, texts))}
          </Text>
          <Button type="submit" size="xs" loading={busy} disabled={!isFit}>
            {words.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
