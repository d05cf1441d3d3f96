import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { visibleText } from '../../kernel/schema/visible';
import type { ProblemError } from '../api/client';
import { telephoneCart } from '../api/telephone';
import type { TelephoneCart } from '../api/types';
import { tellProblem } from '../parts/confirm';
import { Dialog } from '../parts/dialog';
import { Part } from '../parts/part';
import { money } from '../text/format';
import { type PapersWay, useTelephoneWords } from '../text/telephone';
import { useText } from '../text/text';

interface SummaryProps {
  readonly cart: TelephoneCart;
  readonly papers: PapersWay;
  readonly isBusy: boolean;
  /** Called as the button goes down, before the field that has the focus is left. */
  readonly onPress: () => void;
  /** Says all that the page shows, since the form tells of nothing else. @returns null: something was refused */
  readonly onInformation: () => Promise<TelephoneCart | null>;
}

/** Sums the order up, with the button that makes it or sends its link. */
export function Summary({ cart, papers, isBusy, onPress, onInformation }: SummaryProps) {
  const words = useTelephoneWords();
  const { lines, discounts, rates, rate, codFee, total, method } = cart;
  const goods = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const delivery = rates.find(({ id }) => id === rate);
  const rows: (readonly [string, string])[] = [
    [words.goodsTotal, money(goods)],
    ...discounts.map(({ label, kurus }) => [visibleText(label), `−${money(kurus)}`] as const),
    ...(delivery ? [[visibleText(delivery.labelTR), money(delivery.kurus)] as const] : []),
    ...(codFee ? [[words.codFee, money(codFee)] as const] : []),
  ];
  const isTold = method !== 'card';
  const act = isTold ? words.place : papers === 'kept' ? words.makeLink : words.sendLink;
  return (
    <Part title={words.summary}>
      <Stack gap="sm">
        <Stack gap={4}>
          {rows.map(([name, value]) => (
            <Row key={name} name={name} value={value} />
          ))}
          <Row name={words.total} value={total === null ? words.later : money(total)} isStrong />
        </Stack>
        {isTold && (
          <Checkbox
            label={words.informed}
            description={`${words.informedHint} ${words.papersGo[papers]}`}
            required
            name="informed"
          />
        )}
        {total !== null && <Information onOpen={onInformation} />}
        <Button type="submit" onPointerDown={onPress} loading={isBusy} disabled={total === null} fullWidth>
          {total === null ? act : words.withTotal(act, money(total))}
        </Button>
      </Stack>
    </Part>
  );
}

const Row = ({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) => (
  <Group justify="space-between" gap="xs" wrap="nowrap">
    <Text size="sm" {...(isStrong ? { fw: 600 } : {})}>
      {name}
    </Text>
    <Text size="sm" ta="right" {...(isStrong ? { fw: 600 } : {})}>
      {value}
    </Text>
  </Group>
);

/** A document without its style, which the policy of the panel's pages blocks in whatever they frame. */
const unstyled = (html: string): string => html.replaceAll(/<style>[^<]*<\/style>| style="[^"]*"/g, '');

/** Shows the form of information, from which the buyer is told what the law wants. */
function Information({ onOpen }: { readonly onOpen: SummaryProps['onInformation'] }) {
  const texts = useText();
  const words = useTelephoneWords();
  const [html, setHtml] = useState<string | null>(null);
  const show = async (): Promise<void> => {
    try {
      const cart = await onOpen();
      if (cart) setHtml(unstyled((await telephoneCart.information(cart.id)).html));
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
  };
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => void show()}>
        {words.information}
      </Button>
      {html !== null && (
        <Dialog onClose={() => setHtml(null)} title={words.informationTitle} size="xl">
          <iframe
            sandbox=""
            srcDoc={html}
            title={words.informationTitle}
            style={{ width: '100%', height: '60vh', border: 0, background: '#fff' }}
          />
        </Dialog>
      )}
    </>
  );
}
