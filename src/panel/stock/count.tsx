import { Alert, Anchor, Button, Checkbox, Group, List, Paper, Stack, Switch, Text } from '@mantine/core';
import { Cross2Icon } from '@radix-ui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import { findStock } from '../api/stock';
import { tell, tellProblem, useConfirm } from '../parts/confirm';
import { Visible } from '../parts/quoted';
import { Empty, Failure, PageHeader } from '../parts/states';
import { useSession } from '../session/session';
import { count, money } from '../text/format';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import { stockText } from './cells';
import {
  type CountLine,
  differenceOf,
  differs,
  expectedPieces,
  LINES_MAX,
  renewed,
  withCounted,
  withMoved,
  withScanned,
} from './count-lines';
import { type CountSession, useCountSession } from './count-session';
import { type Column, Grid, type GridHandle } from './grid';
import { signed } from './ledger';
import { Codes, ItemName, nameOf } from './name';
import { itemByCode, pastedCells } from './pasted';
import { piecesIn } from './pieces';
import { changeInBulk, expectedOf, type StockChange } from './saving';
import { ScanInput } from './stock';
import { usePasted } from './use-pasted';

/** A count of the shelves: scanned and typed, compared with what is expected, and booked as one act. */
export function CountPage() {
  const texts = useText();
  const words = texts.stock.count;
  const { storeId } = useSession();
  const storedCount = useCountSession(storeId);
  return (
    <>
      <PageHeader title={words.title} lead={words.lead}>
        <Button component={Link} href="/stock" variant="default">
          {texts.nav.stock}
        </Button>
      </PageHeader>
      {storedCount.session ? (
        <Counting storedCount={storedCount} session={storedCount.session} />
      ) : (
        <Beginning onStart={storedCount.start} />
      )}
    </>
  );
}

function Beginning({ onStart }: { readonly onStart: (withReserved: boolean) => void }) {
  const { stock: words } = useText();
  const [withReserved, setWithReserved] = useState(true);
  return (
    <Paper withBorder p="md">
      <Stack align="flex-start">
        <Text size="sm">{words.count.intro}</Text>
        <Checkbox
          label={words.count.withReserved}
          checked={withReserved}
          onChange={({ currentTarget }) => setWithReserved(currentTarget.checked)}
        />
        <Button onClick={() => onStart(withReserved)}>{words.count.start}</Button>
      </Stack>
    </Paper>
  );
}

interface CountingProps {
  readonly storedCount: ReturnType<typeof useCountSession>;
  readonly session: CountSession;
}

interface Fault {
  readonly line: number;
  readonly text: string;
}

function Counting({ storedCount, session }: CountingProps) {
  const texts = useText();
  const words = texts.stock.count;
  const { lines, withReserved, booked } = session;
  const [, navigate] = useLocation();
  const [said, setSaid] = useState('');
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [isOnlyDifferent, setOnlyDifferent] = useState(false);
  const grid = useRef<GridHandle>(null);
  const scan = useRef<HTMLInputElement>(null);
  const rows = isOnlyDifferent ? lines.filter((line) => differs(line, withReserved)) : lines;

  /** Adds items with their pieces. @returns codes of no item, or of several */
  const add = async (wanted: readonly { readonly code: string; readonly pieces: number }[]): Promise<string[]> => {
    const codes = wanted.map(({ code }) => code);
    const of = itemByCode(await findStock('codes', codes));
    const unknown: string[] = [];
    storedCount.changeLines((before) => {
      let next = before;
      for (const { code, pieces } of wanted) {
        const item = of(code);
        if (!item) unknown.push(code);
        else if (next.length < LINES_MAX || next.some(({ id }) => id === item.id))
          next = withScanned(next, item, pieces);
        else setSaid(words.full(count(LINES_MAX, texts)));
      }
      return next;
    });
    return unknown;
  };
  const scanned = async (code: string): Promise<void> => {
    setSaid('');
    setFaults([]);
    try {
      const [unknown] = await add([{ code, pieces: 1 }]);
      if (unknown !== undefined) setSaid(texts.stock.noCode(unknown));
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    scan.current?.focus();
  };
  const paste = async (text: string): Promise<void> => {
    const cells = pastedCells(text);
    const pairs =
      cells.kind === 'pairs' ? cells.pairs : cells.cells.flatMap((code) => (code ? [{ code, text: '1' }] : []));
    const wrong = pairs.flatMap(({ text }, at) => (piecesIn(text) === undefined ? [{ line: at + 1, text }] : []));
    setFaults(wrong);
    setSaid('');
    if (wrong.length > 0) return;
    if (pairs.length > LINES_MAX) return setSaid(words.full(count(LINES_MAX, texts)));
    try {
      const unknown = await add(pairs.map(({ code, text }) => ({ code, pieces: piecesIn(text) ?? 0 })));
      if (unknown.length > 0) setSaid(texts.stock.pastedUnknown(unknown.slice(0, 20).join(', ')));
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
  };
  usePasted((text) => {
    grid.current?.here();
    void paste(text);
  });

  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {words.intro}
      </Text>
      {booked !== null && (
        <Alert color="teal" mb="sm">
          <Visible text={words.booked} />{' '}
          <Anchor component={Link} href={`/proposals/${booked}`} size="sm">
            {words.openBooked}
          </Anchor>
        </Alert>
      )}
      <Group mb="xs" gap="md" align="flex-end">
        <ScanInput onScan={scanned} input={scan} />
        <Switch
          label={words.onlyDifferent}
          checked={isOnlyDifferent}
          onChange={({ currentTarget }) => setOnlyDifferent(currentTarget.checked)}
        />
      </Group>
      <Text size="sm" role="status" mih={20} className="value">
        <Visible text={said} />
      </Text>
      {faults.length > 0 && <PastedFaults faults={faults} />}
      {rows.length === 0 ? (
        <Empty title={lines.length === 0 ? words.none : words.noneDifferent} />
      ) : (
        <Grid
          label={words.grid}
          rows={rows}
          total={rows.length}
          columns={columnsOf(texts, withReserved, {
            onOpen: (productId) => navigate(`/products/${productId}`),
            onRemove: (id) => storedCount.changeLines((before) => before.filter((line) => line.id !== id)),
          })}
          typed={{
            key: 'counted',
            label: (line) => words.countedOf(nameOf(line)),
            textOf: ({ counted }) => counted,
            faultOf: ({ counted, moved }) => faultOf(counted, moved, texts),
            isChanged: (line) => differs(line, withReserved),
            onType: ({ id }, counted) => storedCount.changeLines((before) => withCounted(before, id, counted)),
          }}
          onScan={(code) => void scanned(code)}
          handle={grid}
        />
      )}
      <CountBar storedCount={storedCount} session={session} onSaid={setSaid} />
    </>
  );
}

function faultOf(counted: string, moved: CountLine['moved'], texts: Texts): string | undefined {
  if (piecesIn(counted) === undefined) return texts.stock.noNumber;
  return moved && texts.stock.count.moved(stockText(moved.stock, texts));
}

function PastedFaults({ faults }: { readonly faults: readonly Fault[] }) {
  const texts = useText();
  const words = texts.stock.count;
  return (
    <Alert color="red" role="alert" title={words.faults} mb="sm">
      <List size="sm">
        {faults.slice(0, 20).map(({ line, text }) => (
          <List.Item key={line}>
            <Visible text={words.fault(count(line, texts), text)} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

interface LineActs {
  readonly onOpen: (productId: string) => void;
  readonly onRemove: (id: string) => void;
}

function columnsOf(texts: Texts, withReserved: boolean, { onOpen, onRemove }: LineActs): readonly Column<CountLine>[] {
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
      cell: ({ counted }) => <Visible text={counted} />,
    },
    {
      key: 'difference',
      head: words.difference,
      width: 'minmax(0, 0.9fr)',
      isNumber: true,
      cell: (line) => {
        const difference = differenceOf(line, withReserved);
        return difference === null ? '–' : signed(difference, texts);
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

const signedMoney = (kurus: number): string =>
  kurus < 0 ? `−${money(-kurus)}` : kurus > 0 ? `+${money(kurus)}` : money(0);

/** The change of a stock by which the shelf and the book agree. Of one that was counted before, the difference is booked. */
function changeOf(line: CountLine, withReserved: boolean): StockChange {
  const targetId = line.id;
  const expectedStock = expectedOf(line);
  return line.stock === null
    ? { targetId, stock: piecesIn(line.counted), expectedStock }
    : { targetId, delta: differenceOf(line, withReserved) ?? 0, expectedStock };
}

interface CountBarProps extends CountingProps {
  readonly onSaid: (said: string) => void;
}

/** The bar of a count: how much was counted, how much differs, and the buttons that book or leave it. */
function CountBar({ storedCount, session, onSaid }: CountBarProps) {
  const texts = useText();
  const words = texts.stock.count;
  const confirm = useConfirm();
  const refresh = useRefresh();
  const [, navigate] = useLocation();
  const { lines, withReserved } = session;
  const different = lines.filter((line) => differs(line, withReserved));
  const isFaulty = lines.some(({ counted }) => piecesIn(counted) === undefined);
  const value = signedMoney(
    different.reduce((sum, line) => sum + (differenceOf(line, withReserved) ?? 0) * line.price, 0),
  );
  const book = useMutation<string | null, ProblemError>({
    mutationFn: async () => {
      const items = await findStock(
        'ids',
        lines.map(({ id }) => id),
      );
      const now = withMoved(lines, items);
      const moved = now.filter((line) => line.moved);
      const booked = now.filter((line) => !line.moved && differs(line, withReserved));
      storedCount.changeLines(() => now);
      if (moved.length > 0) onSaid(words.stays(count(moved.length, texts)));
      if (booked.length === 0) {
        if (moved.length === 0) onSaid(words.noneDifferent);
        return null;
      }
      const changes = booked.map((line) => changeOf(line, withReserved));
      const proposalId = await changeInBulk(changes, words.reason);
      storedCount.book(proposalId, moved);
      return proposalId;
    },
    onSuccess: async (proposalId) => {
      if (proposalId === null) return;
      await refresh();
      navigate(`/proposals/${proposalId}`);
    },
  });
  const askAndBook = async (): Promise<void> => {
    const text = words.bookText(count(different.length, texts), value);
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
