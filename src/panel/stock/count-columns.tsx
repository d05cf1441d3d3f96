import { Button, Text } from '@mantine/core';
import { Cross2Icon } from '@radix-ui/react-icons';
import { Visible } from '../parts/quoted';
import { count, money } from '../text/format';
import type { Texts } from '../text/tr';
import { stockText } from './cells';
import { type CountLine, differenceOf, expectedPieces, missingPieces } from './count-lines';
import type { Column } from './grid';
import { signed } from './ledger';
import { Codes, ItemName, nameOf } from './name';

interface LineActs {
  readonly onOpen: (productId: string) => void;
  readonly onRemove: (id: string) => void;
}

/** The columns of a count. */
export function countColumns(
  texts: Texts,
  withReserved: boolean,
  { onOpen, onRemove }: LineActs,
): readonly Column<CountLine>[] {
  const words = texts.stock.count;
  return [
    {
      key: 'name',
      head: texts.stock.product,
      width: 'minmax(0, 3fr)',
      onEnter: ({ productId }) => onOpen(productId),
      cell: (line) => <ItemName {...line} />,
    },
    {
      key: 'code',
      head: texts.stock.code,
      isBare: true,
      width: 'minmax(0, 1.6fr)',
      cell: (line) => <Codes {...line} />,
    },
    {
      key: 'expected',
      head: words.expected,
      width: 'minmax(0, 1fr)',
      isNumber: true,
      cell: (line) => stockText(expectedPieces(line, withReserved), texts),
    },
    {
      key: 'counted',
      head: words.counted,
      width: 'minmax(0, 1.4fr)',
      isNumber: true,
      cell: ({ counted, booking }) => (
        <>
          <Visible text={counted} />
          {booking && (
            <Text size="xs" c="dimmed" className="grid-note">
              {words.waits}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'difference',
      head: words.difference,
      width: 'minmax(0, 1fr)',
      isNumber: true,
      cell: (line) => {
        const difference = differenceOf(line, withReserved);
        const missing = missingPieces(line, withReserved);
        return (
          <>
            {difference === null ? '–' : signed(difference, texts)}
            {missing > 0 && (
              <Text size="xs" className="grid-fault">
                {words.missing(count(missing, texts))}
              </Text>
            )}
          </>
        );
      },
    },
    {
      key: 'value',
      head: words.value,
      width: 'minmax(0, 1.3fr)',
      isNumber: true,
      cell: (line) => signedMoney((differenceOf(line, withReserved) ?? 0) * line.price),
    },
    {
      key: 'remove',
      isBare: true,
      head: words.out,
      width: 'minmax(0, 0.8fr)',
      onEnter: ({ id }) => onRemove(id),
      cell: (line) => (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          tabIndex={-1}
          aria-label={words.remove(nameOf(line))}
          onClick={() => onRemove(line.id)}
        >
          <Cross2Icon aria-hidden />
        </Button>
      ),
    },
  ];
}

export const signedMoney = (kurus: number): string =>
  kurus < 0 ? `−${money(-kurus)}` : kurus > 0 ? `+${money(kurus)}` : money(0);
