import { Tooltip } from '@mantine/core';
import { ago, dateTime } from '../text/format';
import { useText } from '../text/text';

/** How long ago; the exact time is one hover or tap away. */
export function Ago({ at }: { readonly at: string }) {
  const texts = useText();
  return (
    <Tooltip label={dateTime(at, texts)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at}>{ago(at, texts)}</time>
    </Tooltip>
  );
}
