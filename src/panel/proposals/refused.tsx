import { Text } from '@mantine/core';
import type { Problem } from '../api/client';
import type { Item } from '../api/types';
import { saidBy } from '../parts/problem-words';
import { Quoted, Visible } from '../parts/quoted';
import { useText } from '../text/text';

/** Says why an item is left out: the shop has refused its call, or its owner has skipped it. */
export function Refused({ item: { problem, skipReason, state } }: { readonly item: Item }) {
  const texts = useText();
  if (state !== 'skipped') return null;
  if (!problem)
    return (
      skipReason && (
        <Text size="sm" component="div">
          {texts.proposals.skipReasonLabel}: <Quoted text={skipReason} />
        </Text>
      )
    );
  // As the API answers it: only its record is typed loosely.
  const { title, detail } = saidBy(problem as unknown as Problem, texts);
  return (
    <Text size="sm" c="red" component="div">
      <Visible text={title} />
      {detail && (
        <Text size="xs" component="blockquote" m={0} lang="en">
          <Visible text={detail} />
        </Text>
      )}
    </Text>
  );
}
