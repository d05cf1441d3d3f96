import { Badge, Group, Text, Tooltip } from '@mantine/core';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import { Fragment } from 'react';
import { fieldOf, labelOf } from '../../kernel/schema/meaning';
import { useMeanings, useWord, wordIn } from '../parts/meaning';
import { Titled } from '../parts/value';
import { percent } from '../text/format';
import { useText } from '../text/text';
import type { Risk } from './fresh';

/** Shows the risks that a reviewer must not overlook, in words and in colour. */
export function RiskBadges({ risks }: { readonly risks: readonly Risk[] }) {
  if (risks.length === 0) return null;
  return (
    <Group gap={6}>
      {risks.map((risk) => (
        <RiskBadge key={risk.kind} risk={risk} />
      ))}
    </Group>
  );
}

/** Nothing takes these back as if they had not been. */
const GRAVE: ReadonlySet<Risk['kind']> = new Set(['irreversible', 'removes', 'marks', 'pauses', 'skips']);

function RiskBadge({ risk }: { readonly risk: Risk }) {
  const texts = useText();
  const words = useRiskWords();
  const badge = (
    <Badge
      color={GRAVE.has(risk.kind) ? 'red' : 'orange'}
      variant="outline"
      leftSection={<ExclamationTriangleIcon aria-hidden />}
      className="risk"
    >
      {words(risk)}
    </Badge>
  );
  if (risk.kind !== 'irreversible') return badge;
  return (
    <Tooltip label={texts.proposals.irreversibleHint} events={{ hover: true, focus: true, touch: true }}>
      {badge}
    </Tooltip>
  );
}

/** Lists things with a name like that of an item's thing, each with a way to it. */
export function AlikeTitles({ risks }: { readonly risks: readonly Risk[] }) {
  const texts = useText();
  const things = risks.flatMap((risk) => (risk.kind === 'alike' ? (risk.things ?? []) : []));
  if (things.length === 0) return null;
  return (
    <Text size="sm" component="div" role="note">
      {texts.proposals.alike}{' '}
      {things.map(({ id, title }, place) => (
        <Fragment key={id}>
          {place > 0 && ', '}
          <Titled id={id} title={title} />
        </Fragment>
      ))}
    </Text>
  );
}

/** Names an amount, by the names that lead to it. */
export function useAmountLabel(): (amount: { readonly entity?: string; readonly field?: string }) => string {
  const { language } = useText();
  const { meanings } = useMeanings();
  return ({ entity = '', field = '' }) => {
    const names = field.split('/');
    return wordIn(labelOf(names.reduce(fieldOf, meanings(entity))), language) ?? names.at(-1) ?? '';
  };
}

/** Names a kind of thing, e.g. a product. */
export function useEntityName(): (entity: string) => string {
  const { language } = useText();
  const { meanings } = useMeanings();
  return (entity) => wordIn(labelOf(meanings(entity)), language) ?? entity;
}

/** A risk in the words of the language. */
export function useRiskWords(): (risk: Risk) => string {
  const texts = useText();
  const { risks } = texts.proposals;
  const why = useWord('proposal', 'pause', 'reason');
  const amount = useAmountLabel();
  return (risk) => {
    switch (risk.kind) {
      case 'amount':
        return `${amount(risk)} ${percent(risk.percent ?? 0, texts)}`.trim();
      case 'removes':
        return risks.removes(risk.count ?? 1);
      case 'pauses':
        return risks.pauses(why(risk.reason));
      case 'skips':
        return risks.skips(why(risk.reason));
      case 'marks':
        return risks.marks((risk.names ?? []).map((name) => `[${name}]`).join(' '));
      default:
        return risks[risk.kind];
    }
  };
}
