import { Alert, Anchor, Button, Group, List, Paper, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import { useSentOnce } from '../api/sent-once';
import { findReservations, findStock } from '../api/stock';
import { tell, tellProblem, useConfirm } from '../parts/confirm';
import { Visible } from '../parts/quoted';
import { Failure } from '../parts/states';
import { count } from '../text/format';
import { useText } from '../text/text';
import { signedMoney } from './count-columns';
import {
  bookedStock,
  type CountLine,
  differenceOf,
  isBookable,
  missingPieces,
  ordersShort,
  renewed,
  withMoved,
} from './count-lines';
import type { CountSession, useCountSession } from './count-session';
import { nameOf } from './name';
import { piecesIn } from './pieces';
import { bulkOf, changeInBulk, expectedOf, type StockChange } from './saving';

/** The change of a stock by which the shelf and the book agree. Of one that was counted before, the difference is booked. */
function changeOf(line: CountLine, withReserved: boolean): StockChange {
  const targetId = line.id;
  const expectedStock = expectedOf(line);
  const stock = bookedStock(line, withReserved) ?? 0;
  return line.stock === null
    ? { targetId, stock, expectedStock }
    : { targetId, delta: stock - line.stock, expectedStock };
}

interface CountBarProps {
  readonly storedCount: ReturnType<typeof useCountSession>;
  readonly session: CountSession;
  readonly onSaid: (said: string) => void;
}

/** The bar of a count: how much was counted, how much differs, and the buttons that book or leave it. */
export function CountBar({ storedCount, session, onSaid }: CountBarProps) {
  const texts = useText();
  const words = texts.stock.count;
  const confirm = useConfirm();
  const refresh = useRefresh();
  const [, navigate] = useLocation();
  const { lines, withReserved } = session;
  const different = lines.filter((line) => isBookable(line, withReserved));
  const isFaulty = lines.some(({ counted }) => piecesIn(counted) === undefined);
  const value = signedMoney(
    different.reduce((sum, line) => sum + (differenceOf(line, withReserved) ?? 0) * line.price, 0),
  );
  const sendOnce = useSentOnce();
  const book = useMutation<string | null, ProblemError>({
    mutationFn: async () => {
      const items = await findStock(
        'ids',
        lines.map(({ id }) => id),
      );
      const now = withMoved(lines, items);
      const moved = now.filter((line) => line.moved && !line.booking);
      const booked = now.filter((line) => !line.moved && isBookable(line, withReserved));
      storedCount.changeLines((before) => withMoved(before, items));
      if (moved.length > 0) onSaid(words.stays(count(moved.length, texts)));
      if (booked.length === 0) {
        if (moved.length === 0) onSaid(words.noneDifferent);
        return null;
      }
      const act = bulkOf(
        booked.map((line) => changeOf(line, withReserved)),
        words.reason,
      );
      const proposalId = await sendOnce(act, (key) => changeInBulk(act, key));
      storedCount.book(proposalId, booked);
      return proposalId;
    },
    onSuccess: async (proposalId) => {
      if (proposalId === null) return;
      await refresh();
      navigate(`/proposals/${proposalId}`);
    },
  });
  const askAndBook = async (): Promise<void> => {
    const short = different.filter((line) => missingPieces(line, withReserved) > 0);
    let reservations: Reservations;
    try {
      reservations = await findReservations(short.map(({ id }) => id));
    } catch (error) {
      return tellProblem(error as ProblemError, texts);
    }
    const text = (
      <Stack gap="sm">
        <Text size="sm">{words.bookText(count(different.length, texts), value)}</Text>
        {short.length > 0 && <Missing lines={short} reservations={reservations} />}
      </Stack>
    );
    if (await confirm({ title: words.bookTitle, text, yes: words.bookYes })) book.mutate();
  };
  const leave = async (): Promise<void> => {
    const question = { title: words.leaveTitle, text: words.leaveText, yes: words.leave, destructive: true };
    if (lines.length > 0 && !(await confirm(question))) return;
    storedCount.end();
    tell(words.left);
  };
  const hasMoved = lines.some(({ moved }) => moved);
  return (
    <Paper withBorder shadow="md" p="sm" className="selection-bar" component="section" aria-label={words.title}>
      {book.error && <Failure error={book.error} />}
      <Group gap="xs">
        <Text fw={600} role="status" title={words.valueHint}>
          {words.summary(count(lines.length, texts), count(different.length, texts), value)}
        </Text>
        <Group gap="xs" ml="auto">
          {hasMoved && (
            <Button size="compact-md" variant="light" onClick={() => storedCount.changeLines(renewed)}>
              {words.again}
            </Button>
          )}
          <Button size="compact-md" variant="default" onClick={() => void leave()}>
            {words.leave}
          </Button>
          <Button
            size="compact-md"
            disabled={different.length === 0 || isFaulty}
            loading={book.isPending}
            onClick={() => void askAndBook()}
          >
            {words.book}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

type Reservations = Awaited<ReturnType<typeof findReservations>>;

/** Items of which a message tells each. */
const TOLD_MAX = 20;

interface MissingProps {
  /** Lines of which more pieces are sold than were counted. */
  readonly lines: readonly CountLine[];
  readonly reservations: Reservations;
}

/** Says of which items more pieces are sold than were counted, and which orders go short of them. */
function Missing({ lines, reservations }: MissingProps) {
  const texts = useText();
  const words = texts.stock.count;
  return (
    <Alert color="orange" title={words.missingTitle(count(lines.length, texts))}>
      <Text size="sm">{words.missingText}</Text>
      <List size="sm">
        {lines.slice(0, TOLD_MAX).map((line) => {
          const missing = missingPieces(line, true);
          const orders = ordersShort(reservations.get(line.id) ?? [], missing);
          return (
            <List.Item key={line.id}>
              <Visible text={`${nameOf(line)}: ${words.missing(count(missing, texts))}`} />
              {orders.map(({ orderId, orderNumber, pieces }) => (
                <Text key={orderId} size="sm">
                  <Anchor component={Link} href={`/orders/${orderId}`} target="_blank" size="sm">
                    {words.missingOrder(orderNumber)}
                  </Anchor>{' '}
                  {words.missingOf(count(pieces, texts))}
                </Text>
              ))}
            </List.Item>
          );
        })}
      </List>
      {lines.length > TOLD_MAX && <Text size="sm">{words.missingMore(count(lines.length - TOLD_MAX, texts))}</Text>}
    </Alert>
  );
}
