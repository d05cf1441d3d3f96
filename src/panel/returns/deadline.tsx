import { Text } from '@mantine/core';
import type { ListedReturn } from '../api/types';
import { dateTime } from '../text/format';
import { useText } from '../text/text';

const SOON_MS = 3 * 24 * 3_600_000;

/** Until when the money of a return has to be given back; what has ended has no deadline any more. */
export function Deadline({ of: { state, refundUntil } }: { readonly of: Pick<ListedReturn, 'state' | 'refundUntil'> }) {
  const texts = useText();
  const isOver = state === 'refunded' || state === 'rejected' || state === 'withdrawn';
  if (refundUntil === null || isOver)
    return (
      <Text span size="sm" c="dimmed">
        {texts.common.nothing}
      </Text>
    );
  const left = Date.parse(refundUntil) - Date.now();
  return (
    <Text span size="sm" {...(left < SOON_MS ? { className: 'urgent' } : {})}>
      {dateTime(refundUntil, texts)}
      {left < 0 && ` · ${texts.returns.overdue}`}
    </Text>
  );
}
