import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useStockMovements } from '../api/stock';
import type { StockMovement } from '../api/types';
import { useActorName } from '../parts/actors';
import { Dialog } from '../parts/dialog';
import { Visible } from '../parts/quoted';
import { Empty, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { count } from '../text/format';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';

interface LedgerProps {
  readonly targetId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Shows what moved the stock of an item, when and by whom. */
export function Ledger({ targetId, name, onClose }: LedgerProps) {
  const texts = useText();
  const movements = useStockMovements(targetId);
  return (
    <Dialog title={texts.stock.ledgerOf(name)} onClose={onClose} size="xl">
      <Pages query={movements} empty={<Empty title={texts.stock.movements.none} />}>
        {(items) => <Movements items={items} />}
      </Pages>
    </Dialog>
  );
}

function Movements({ items }: { readonly items: readonly StockMovement[] }) {
  const texts = useText();
  const words = texts.stock.movements;
  return (
    <Table className="rows numbered" verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.at}</Table.Th>
          <Table.Th>{words.kind}</Table.Th>
          <Table.Th className="amount">{words.change}</Table.Th>
          <Table.Th className="amount">{words.after}</Table.Th>
          <Table.Th>{words.by}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((movement) => (
          <Movement key={movement.id} movement={movement} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Movement({ movement }: { readonly movement: StockMovement }) {
  const texts = useText();
  const words = texts.stock.movements;
  const actorName = useActorName();
  const { at, kind, delta, after, actor, orderId, orderNumber, reason, proposalId } = movement;
  return (
    <Table.Tr>
      <Table.Td>
        <Ago at={at} />
      </Table.Td>
      <Table.Td data-head={words.kind}>
        {words.kinds[kind]}
        {orderId !== null && orderNumber !== null && (
          <>
            {' · '}
            <Anchor component={Link} href={`/orders/${orderId}`} size="sm">
              <Visible text={words.order(orderNumber)} />
            </Anchor>
          </>
        )}
        {proposalId !== null && (
          <>
            {' · '}
            <Anchor component={Link} href={`/proposals/${proposalId}`} size="sm">
              {words.proposal}
            </Anchor>
          </>
        )}
        {reason !== null && (
          <Text size="xs" c="dimmed">
            <Visible text={reason} />
          </Text>
        )}
      </Table.Td>
      <Table.Td className="amount" data-head={words.change}>
        {signed(delta, texts)}
      </Table.Td>
      <Table.Td className="amount" data-head={words.after}>
        {after === null ? texts.stock.uncounted : count(after, texts)}
      </Table.Td>
      <Table.Td data-head={words.by}>{actor ? <Visible text={actorName(actor)} /> : words.unknown}</Table.Td>
    </Table.Tr>
  );
}

/** A number as a change: `+3`, `−2`, `0`. */
export const signed = (value: number, texts: Texts): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${count(Math.abs(value), texts)}`;
