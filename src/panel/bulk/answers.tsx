import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { answerLength } from '../../provider/channel/question';
import { count } from '../text/format';
import { useText } from '../text/text';
import { BulkButton, BulkDialog } from './dialog';

interface AnswersProps {
  readonly channel: string;
  /** Identifiers of the questions at their marketplace. */
  readonly ids: readonly string[];
}

/** Gives selected questions the same answer. */
export function AnswersButton(props: AnswersProps) {
  const texts = useText();
  return (
    <BulkButton act={texts.bulk.answers.act}>{(close) => <AnswersDialog {...props} onClose={close} />}</BulkButton>
  );
}

function AnswersDialog({ channel, ids, onClose }: AnswersProps & { readonly onClose: () => void }) {
  const texts = useText();
  const { questions: words } = texts.channel;
  const [text, setText] = useState('');
  const length = [...text.trim()].length;
  const isFit = length >= answerLength.min && text.length <= answerLength.max;
  return (
    <BulkDialog
      title={texts.bulk.answers.title(count(ids.length, texts))}
      act="answers"
      ids={ids}
      terms={isFit ? { channel, text } : null}
      onClose={onClose}
    >
      <Textarea
        label={words.yourAnswer}
        data-autofocus
        autosize
        minRows={3}
        maxLength={answerLength.max}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Text size="xs" c="dimmed">
        {words.length(count(length, texts), count(answerLength.min, texts), count(answerLength.max, texts))}
      </Text>
    </BulkDialog>
  );
}
