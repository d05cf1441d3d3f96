import { Badge, Group, Tooltip } from '@mantine/core';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import { visibleText } from '../../kernel/schema/visible';
import { said, useWord } from '../parts/meaning';
import { percent } from '../text/format';
import { useText } from '../text/text';
import type { Risk } from './risks';

/** What a reviewer must not overlook, in words and in colour. */
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
const GRAVE: ReadonlySet<Risk['kind']> = new Set(['irreversible', 'removes', 'marks', 'pauses']);

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

/** A risk in the words of the language. */
export function useRiskWords(): (risk: Risk) => string {
  const texts = useText();
  const { risks } = texts.proposals;
  const why = useWord('proposal', 'pause', 'reason');
  return (risk) => {
    switch (risk.kind) {
      case 'amount':
        return `${said(risk.field, texts.language) ?? ''} ${percent(risk.percent, texts)}`.trim();
      case 'removes':
        return risks.removes(risk.count);
      case 'pauses':
        return risks.pauses(why(risk.reason));
      case 'alike':
        return risks.alike(risk.titles.map(visibleText).join(', '));
      case 'marks':
        return risks.marks(risk.names.map((name) => `[${name}]`).join(' '));
      default:
        return risks[risk.kind];
    }
  };
}
