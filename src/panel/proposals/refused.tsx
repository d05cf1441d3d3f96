import { Text } from '@mantine/core';
import { fieldOf, isIdentifier } from '../../kernel/schema/meaning';
import type { Problem } from '../api/problem';
import type { Item } from '../api/types';
import { useMeanings } from '../parts/meaning';
import { Quoted, Visible } from '../parts/quoted';
import { useSaid } from '../parts/said';
import { Plain } from '../parts/value';
import { useText } from '../text/text';

/** Names the things of a call that was refused before it changed anything: no change tells which they are. */
export function RefusedThings({ item: { command, payload, preview, problem, state } }: { readonly item: Item }) {
  const place = useMeanings().payloadOf(command);
  if (state !== 'skipped' || !problem || preview.changes.length > 0) return null;
  return Object.entries(payload as Readonly<Record<string, unknown>>)
    .filter(([field]) => isIdentifier(fieldOf(place, field)))
    .map(([field, value]) => (
      <Text key={field} size="sm" component="div">
        <Plain place={fieldOf(place, field)} value={value} />
      </Text>
    ));
}

/** Says why an item is left out: the shop has refused its call, or its owner has skipped it. */
export function Refused({ item: { problem, skipReason, state } }: { readonly item: Item }) {
  const texts = useText();
  const saidBy = useSaid();
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
  const { title, detail } = saidBy(problem as unknown as Problem);
  return (
    <Text size="sm" c="red" component="div">
      <Visible text={title} />
      {detail && (
        <Text size="xs" component="blockquote" m={0}>
          <Visible text={detail} />
        </Text>
      )}
    </Text>
  );
}
