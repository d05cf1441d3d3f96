import { Alert, List } from '@mantine/core';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import { visibleText } from '../../kernel/schema/visible';
import { money } from '../text/format';
import { saving } from '../text/saving';
import { useText } from '../text/text';
import type { Risk } from './risks';

/** Says what is risky in what is about to be saved, above all that it would change. */
export function RiskList({ risks }: { readonly risks: readonly Risk[] }) {
  const { language } = useText();
  const says = saving[language].risks;
  const of = (kind: 'soldOut' | 'removed'): string =>
    risks.flatMap((risk) => (risk.kind === kind ? [visibleText(risk.of)] : [])).join(', ');
  const sentences = risks.flatMap((risk) => {
    if (risk.kind === 'price') return [says.price(visibleText(risk.of), money(risk.from), money(risk.to))];
    return risk.kind === 'handle' ? [says.handle(risk.from, risk.to)] : [];
  });
  const [soldOut, removed] = [of('soldOut'), of('removed')];
  if (soldOut) sentences.push(says.soldOut(soldOut));
  if (removed) sentences.push(says.removed(removed));
  return (
    <Alert color="orange" icon={<ExclamationTriangleIcon />}>
      <List size="sm">
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
