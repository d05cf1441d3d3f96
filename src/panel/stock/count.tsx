import { Alert, Anchor, Button, Checkbox, Group, List, Paper, Stack, Switch, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ProblemError } from '../api/client';
import { findStock, useDecided } from '../api/stock';
import type { StockItem } from '../api/types';
import { tellProblem } from '../parts/confirm';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader } from '../parts/states';
import { useSession } from '../session/session';
import { count } from '../text/format';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import { stockText } from './cells';
import { CountBar } from './count-bar';
import { countColumns } from './count-columns';
import { type CountLine, differs, LINES_MAX, withCounted, withDecided, withScanned } from './count-lines';
import { type CountedCode, type CountSession, useCountSession } from './count-session';
import { Grid, type GridHandle } from './grid';
import { nameOf } from './name';
import { itemByCode, pastedCells } from './pasted';
import { piecesIn } from './pieces';
import { ScanInput } from './scan-input';
import { Uncounted } from './uncounted';
import { usePasted } from './use-pasted';
import { useScanning } from './use-scanning';

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

const ANY_SIGN = /^\S$/;

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
  const { lines, withReserved, booked, uncounted } = session;
  const [, navigate] = useLocation();
  const [said, setSaid] = useState('');
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [isOnlyDifferent, setOnlyDifferent] = useState(false);
  const grid = useRef<GridHandle>(null);
  const scan = useRef<HTMLInputElement>(null);
  const waiting = [...new Set(lines.flatMap(({ booking }) => booking?.proposalId ?? []))];
  const decided = useDecided(waiting);
  const { changeLines } = storedCount;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines are those that are kept, and settled once
  useEffect(() => {
    for (const { proposalId, targetIds } of decided)
      changeLines((before) => withDecided(before, proposalId, targetIds));
  }, [decided.map(({ proposalId }) => proposalId).join()]);
  const rows = isOnlyDifferent ? lines.filter((line) => differs(line, withReserved)) : lines;

  /** Counts pieces by codes. Those of no item, of several, or that could not be looked up are kept: none is lost. */
  const add = async (wanted: readonly CountedCode[]): Promise<void> => {
    let of: ReturnType<typeof itemByCode<StockItem>>;
    try {
      of = itemByCode(
        await findStock(
          'codes',
          wanted.map(({ code }) => code),
        ),
      );
    } catch (error) {
      storedCount.keepCodes(wanted);
      return tellProblem(error as ProblemError, texts);
    }
    const unknown: CountedCode[] = [];
    storedCount.changeLines((before) => {
      let next = before;
      for (const { code, pieces } of wanted) {
        const item = of(code);
        if (item && (next.length < LINES_MAX || next.some(({ id }) => id === item.id)))
          next = withScanned(next, item, pieces);
        else {
          unknown.push({ code, pieces });
          if (item) setSaid(words.full(count(LINES_MAX, texts)));
        }
      }
      return next;
    });
    if (unknown.length > 0) storedCount.keepCodes(unknown);
  };
  const scanned = async (code: string): Promise<void> => {
    setSaid('');
    setFaults([]);
    scan.current?.focus();
    await add([{ code, pieces: 1 }]);
  };
  const again = async (codes: readonly CountedCode[]): Promise<void> => {
    storedCount.dropCodes(codes.map(({ code }) => code));
    await add(codes);
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
    await add(pairs.map(({ code, text }) => ({ code, pieces: piecesIn(text) ?? 0 })));
  };
  useScanning(scan, ANY_SIGN);
  // A scanner types at once.
  useEffect(() => scan.current?.focus(), []);
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
          <Visible text={words.booked(count(lines.filter(({ booking }) => booking).length, texts))} />{' '}
          {[...new Set([...waiting, booked])].map((proposalId) => (
            <Anchor key={proposalId} component={Link} href={`/proposals/${proposalId}`} size="sm" mr="sm">
              {words.openBooked}
            </Anchor>
          ))}
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
      {uncounted.length > 0 && (
        <Uncounted
          codes={uncounted}
          onAgain={() => void again(uncounted)}
          onDrop={(codes) => {
            storedCount.dropCodes(codes);
            scan.current?.focus();
          }}
        />
      )}
      {faults.length > 0 && <PastedFaults faults={faults} />}
      {rows.length === 0 ? (
        <Empty title={lines.length === 0 ? words.none : words.noneDifferent} />
      ) : (
        <Grid
          label={words.grid}
          rows={rows}
          total={rows.length}
          columns={countColumns(texts, withReserved, {
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
