import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { rendered } from '../../kernel/trace/markup';
import { useText } from '../text/text';
import { Compared, Quoted } from './quoted';

interface MarkupProps {
  readonly text: string;
  /** The text on the other side. */
  readonly other: unknown;
  readonly tone: 'before' | 'after' | 'only';
}

/** HTML of strangers as it is read, with what differs marked by the word; its tags are one press away, and it is said where they differ. */
export function Markup({ text, other, tone }: MarkupProps) {
  const texts = useText();
  const [raw, setRaw] = useState(false);
  const shown = rendered(text);
  const beside = typeof other === 'string' ? rendered(other) : undefined;
  const hasTags = shown.tags !== '' || (beside?.tags ?? '') !== '';
  const [own, others] = raw || !hasTags ? [text, other] : [shown.text, beside?.text];
  const moves = beside !== undefined && text !== other && (shown.text === beside.text || shown.tags !== beside.tags);
  return (
    <>
      {tone === 'only' || typeof others !== 'string' || others === own ? (
        <Quoted text={own} />
      ) : (
        <Compared text={own} other={others} tone={tone} />
      )}
      {hasTags && (
        <>
          <br />
          <UnstyledButton className={moves ? 'more differs' : 'more'} aria-expanded={raw} onClick={() => setRaw(!raw)}>
            {raw ? texts.common.withoutTags : moves ? texts.common.tagsDiffer : texts.common.withTags}
          </UnstyledButton>
        </>
      )}
    </>
  );
}
