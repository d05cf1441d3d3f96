import { Accordion, MultiSelect, NumberInput, Stack, Text } from '@mantine/core';
import { PROPOSAL_ITEMS_MAX } from '../../kernel/declaration/principal';
import { useCommands } from '../api/queries';
import type { TokenKind } from '../api/types';
import { foldingFilter } from '../parts/folding';
import { useLabel } from '../parts/meaning';
import { useText } from '../text/text';

const PERCENT_MAX = 1000;

/** As the form has them; what is empty is unlimited. */
export interface LimitDraft {
  readonly items: number | string;
  readonly percent: number | string;
  readonly never: string[];
}

export const noLimits: LimitDraft = { items: '', percent: '', never: [] };

/** As they are asked for; undefined: there are none. */
export function limitsOf({ items, percent, never }: LimitDraft): Readonly<Record<string, unknown>> | undefined {
  const limits = {
    ...(items === '' ? {} : { itemsPerProposal: Number(items) }),
    ...(percent === '' ? {} : { priceChangePercent: Number(percent) }),
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
  const limitsLabel = useLabel('token', 'limits');
  const itemsLabel = useLabel('token', 'limits', 'itemsPerProposal');
  const percentLabel = useLabel('token', 'limits', 'priceChangePercent');
  const neverLabel = useLabel('token', 'limits', 'neverCommands');
  const commands = useCommands()
    .data?.items.map(({ id }) => id)
    .toSorted();
  return (
    <Accordion variant="contained">
      <Accordion.Item value="limits">
        <Accordion.Control>{limitsLabel}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              {texts.tokens.limitsHints[kind]}
            </Text>
            <NumberInput
              label={itemsLabel}
              min={1}
              max={PROPOSAL_ITEMS_MAX}
              allowDecimal={false}
              value={draft.items}
              onChange={(items) => onChange({ ...draft, items })}
            />
            <NumberInput
              label={percentLabel}
              min={0}
              max={PERCENT_MAX}
              decimalSeparator=","
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
