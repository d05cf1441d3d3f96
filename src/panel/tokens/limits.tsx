import { Accordion, MultiSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PROPOSAL_ITEMS_MAX } from '../../kernel/declaration/principal';
import { useCommands } from '../api/queries';
import type { TokenKind } from '../api/types';
import { foldingFilter } from '../parts/folding';
import { useLabel } from '../parts/meaning';
import { NumberField } from '../parts/number-field';
import { useText } from '../text/text';

const PERCENT_MAX = 1000;

/** The fold in which they stand. */
const LIMITS = 'limits';

/** As the form has them; null: unlimited. */
export interface LimitDraft {
  readonly items: number | null;
  readonly percent: number | null;
  readonly never: string[];
}

export const noLimits: LimitDraft = { items: null, percent: null, never: [] };

/** As they are asked for; undefined: there are none. */
export function limitsOf({ items, percent, never }: LimitDraft): Readonly<Record<string, unknown>> | undefined {
  const limits = {
    ...(items === null ? {} : { itemsPerProposal: items }),
    ...(percent === null ? {} : { priceChangePercent: percent }),
    ...(never.length > 0 ? { neverCommands: never } : {}),
  };
  return Object.keys(limits).length > 0 ? limits : undefined;
}

interface LimitFieldsProps {
  readonly kind: TokenKind;
  readonly draft: LimitDraft;
  readonly onChange: (draft: LimitDraft) => void;
}

export function LimitFields({ kind, draft, onChange }: LimitFieldsProps) {
  const texts = useText();
  const [opened, open] = useState<string | null>(null);
  const limitsLabel = useLabel('token', 'limits');
  const itemsLabel = useLabel('token', 'limits', 'itemsPerProposal');
  const percentLabel = useLabel('token', 'limits', 'priceChangePercent');
  const neverLabel = useLabel('token', 'limits', 'neverCommands');
  const commands = useCommands()
    .data?.items.map(({ id }) => id)
    .toSorted();
  return (
    // A fault is told at its field, which nobody sees while the limits are folded.
    <Accordion variant="contained" value={opened} onChange={open} onInvalidCapture={() => open(LIMITS)}>
      <Accordion.Item value={LIMITS}>
        <Accordion.Control>{limitsLabel}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              {texts.tokens.limitsHints[kind]}
            </Text>
            <NumberField
              label={itemsLabel}
              min={1}
              max={PROPOSAL_ITEMS_MAX}
              value={draft.items}
              onChange={(items) => onChange({ ...draft, items })}
            />
            <NumberField
              label={percentLabel}
              isDecimal
              min={0}
              max={PERCENT_MAX}
              value={draft.percent}
              onChange={(percent) => onChange({ ...draft, percent })}
            />
            <MultiSelect
              label={neverLabel}
              data={commands ?? []}
              searchable
              filter={foldingFilter}
              nothingFoundMessage={texts.common.nothingFound}
              value={draft.never}
              onChange={(never) => onChange({ ...draft, never })}
            />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
