import { Code, Text } from '@mantine/core';
import { wordsOfReason } from '../../channel/job/reasons';
import { declareProblems } from '../../kernel/problems';
import { wordIn } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { refusalsOfNouns } from '../text/refusals';
import { useText } from '../text/text';

// A page without jobs needs none of these words, and does not load them.
declareProblems(refusalsOfNouns);

/** Why something of a job came to nothing: in the language of the panel, and beneath it what was told in English, for those who look for the cause. */
export function JobReason({ code, message }: { readonly code: string; readonly message: string }) {
  const { language } = useText();
  const words = wordIn(wordsOfReason(code), language);
  const repeats = words === undefined || words === message;
  return (
    <>
      {!repeats && <div>{words}</div>}
      <Text component="div" {...(repeats ? { size: 'sm' } : { size: 'xs', c: 'dimmed' })} lang="en">
        <Visible text={message} /> <Code>{code}</Code>
      </Text>
    </>
  );
}
