import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import type { ProblemError } from '../api/client';
import { findStock, type StockFilter, useStock } from '../api/stock';
import type { StockItem } from '../api/types';
import { tellProblem } from '../parts/confirm';
import { NumberField } from '../parts/number-field';
import { Visible } from '../parts/quoted';
import { Empty, Failure, Loading, PageHeader } from '../parts/states';
import { count } from '../text/format';
import { useText } from '../text/text';
import { Listings, stockText } from './cells';
import { type Column, Grid, type GridHandle } from './grid';
import { Ledger } from './ledger';
import { Codes, ItemName, nameOf } from './name';
import { byItem, itemByCode, PASTED_MAX, pastedCells } from './pasted';
import { SaveBar } from './save-bar';
import { ScanInput } from './scan-input';
import { faultOf, SEVERAL, typedStock, useStaged } from './staged';
import { usePasted } from './use-pasted';
import { useScanning } from './use-scanning';

const TYPING_MS = 300;
/** No key of the panel is a digit, and most barcodes begin with one. */
const DIGIT = /^\d$/;
const LOW = { lowPieces: '5', lowDays: '14' };

const names = ['text', 'show', 'lowPieces', 'lowDays', 'sort'] as const;
type Name = (typeof names)[number];

interface Filter {
  readonly of: Readonly<Partial<Record<Name, string>>>;
  /** The filter as the API takes it. */
  readonly asked: StockFilter;
  choose(change: Readonly<Partial<Record<Name, string | null>>>): void;
}

/** Keeps the filter in the address, so that a way back finds the same list. */
function useFilter(): Filter {
  const [search, setSearch] = useSearchParams();
  const of = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  ) as Filter['of'];
  const { show, sort, text } = of;
  return {
    of,
    asked: {
      ...(text === undefined ? {} : { text }),
      ...(sort === undefined ? {} : { sort }),
      ...(show === 'out' ? { out: 'true' } : {}),
      ...(show === 'low' ? { lowPieces: of.lowPieces ?? LOW.lowPieces, lowDays: of.lowDays ?? LOW.lowDays } : {}),
    },
    choose: (change) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change))
            if (value) next.set(name, value);
            else next.delete(name);
          return next;
        },
        { replace: true },
      ),
  };
}

/** All that has a stock, in one table whose stocks are typed, pasted and scanned. */
export function StockPage() {
  const texts = useText();
  const words = texts.stock;
  const filter = useFilter();
  const [, navigate] = useLocation();
  const list = useStock(filter.asked);
  const changes = useStaged();
  const [isOnlyChanged, setOnlyChanged] = useState(false);
  const [said, setSaid] = useState('');
  const [scanned, setScanned] = useState<StockItem | null>(null);
  const [ledger, setLedger] = useState<StockItem | null>(null);
  const grid = useRef<GridHandle>(null);
  const scan = useRef<HTMLInputElement>(null);
  const fetched = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const isNarrowed = isOnlyChanged && changes.staged.size > 0;
  const rows = useMemo(() => {
    if (isNarrowed) return [...changes.staged.values()].map(({ item }) => item);
    // An item that was scanned stands first until it is come to by scrolling.
    return scanned && !fetched.some(({ id }) => id === scanned.id) ? [scanned, ...fetched] : fetched;
  }, [isNarrowed, changes.staged, scanned, fetched]);
  const total = Math.max(rows.length, isNarrowed ? 0 : (list.data?.pages[0]?.total ?? 0));

  const { hasNextPage, isFetching, fetchNextPage } = list;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const goToId = (id: string): void => {
    const row = rows.findIndex((each) => each.id === id);
    if (row >= 0) grid.current?.goTo(row);
  };

  const find = async (code: string): Promise<void> => {
    setSaid('');
    try {
      const known = itemByCode(rows)(code);
      const [first] = known ? [known] : await findStock('codes', [code]);
      if (!first) return setSaid(words.noCode(code));
      setOnlyChanged(false);
      if (!fetched.some(({ id }) => id === first.id)) setScanned(first);
      // The row is drawn first.
      setTimeout(() => {
        const row = fetched.findIndex(({ id }) => id === first.id);
        grid.current?.goTo(Math.max(0, row));
      });
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
  };

  const pasteColumn = async (cells: readonly string[], from: number): Promise<void> => {
    let all = rows;
    let more = hasNextPage && !isNarrowed;
    while (more && all.length < from + cells.length) {
      const next = await fetchNextPage();
      all = next.data?.pages.flatMap(({ items }) => items) ?? all;
      more = next.hasNextPage;
    }
    const typed = cells.flatMap((text, at) => {
      const item = all[from + at];
      return item ? [{ item, text }] : [];
    });
    changes.type(typed);
    setSaid(words.pasted(count(typed.length, texts)));
  };
  const pastePairs = async (pairs: readonly { readonly code: string; readonly text: string }[]): Promise<void> => {
    const of = itemByCode(
      await findStock(
        'codes',
        pairs.map(({ code }) => code),
      ),
    );
    const typed = byItem(pairs, of).map(({ item, texts: [text, ...more] }) =>
      more.length === 0 ? { item, text } : { item, text: [text, ...more].join(SEVERAL), isRepeated: true },
    );
    changes.type(typed);
    const repeated = typed.filter((each) => 'isRepeated' in each);
    setOnlyChanged(true);
    const unknown = pairs.filter(({ code }) => !of(code)).map(({ code }) => code);
    setSaid(
      [
        words.pasted(count(typed.length, texts)),
        ...(repeated.length > 0 ? [words.pastedRepeated(count(repeated.length, texts))] : []),
        ...(unknown.length > 0 ? [words.pastedUnknown(unknown.slice(0, 20).join(', '))] : []),
      ].join(' '),
    );
  };
  const paste = async (text: string): Promise<void> => {
    const row = grid.current?.here() ?? 0;
    const cells = pastedCells(text);
    const size = cells.kind === 'column' ? cells.cells.length : cells.pairs.length;
    if (size > PASTED_MAX) return setSaid(words.pastedMany(count(PASTED_MAX, texts)));
    try {
      if (cells.kind === 'column') await pasteColumn(cells.cells, row);
      else await pastePairs(cells.pairs);
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
  };

  useScanning(scan, DIGIT);
  usePasted((text) => void paste(text));

  const columns: readonly Column<StockItem>[] = [
    {
      key: 'name',
      head: words.product,
      width: 'minmax(0, 3fr)',
      onEnter: ({ productId }) => navigate(`/products/${productId}`),
      cell: (row) => <ItemName {...row} />,
    },
    { key: 'code', head: words.code, isBare: true, width: 'minmax(0, 1.6fr)', cell: (row) => <Codes {...row} /> },
    {
      key: 'stock',
      head: words.stock,
      width: 'minmax(0, 1.3fr)',
      isNumber: true,
      cell: (row) => {
        const typed = changes.staged.get(row.id);
        return typed ? <Visible text={typed.text} /> : stockText(row.stock, texts);
      },
    },
    {
      key: 'reserved',
      head: words.reserved,
      width: 'minmax(0, 0.9fr)',
      isNumber: true,
      cell: ({ reserved }) => count(reserved, texts),
    },
    { key: 'sold', head: words.sold, width: 'minmax(0, 1fr)', isNumber: true, cell: ({ sold }) => count(sold, texts) },
    {
      key: 'daysLeft',
      head: words.daysLeft,
      width: 'minmax(0, 0.9fr)',
      isNumber: true,
      cell: ({ daysLeft }) => (daysLeft === null ? '–' : count(daysLeft, texts)),
    },
    {
      key: 'listings',
      head: words.marketplaces,
      width: 'minmax(0, 1.6fr)',
      cell: ({ listings }) => <Listings listings={listings} />,
    },
    {
      key: 'ledger',
      isBare: true,
      head: words.ledger,
      width: '7.5rem',
      onEnter: setLedger,
      cell: (row) => (
        <Button
          size="compact-xs"
          variant="subtle"
          tabIndex={-1}
          aria-label={words.openLedger(nameOf(row))}
          onClick={() => setLedger(row)}
        >
          {words.ledger}
        </Button>
      ),
    },
  ];

  return (
    <>
      <PageHeader title={texts.nav.stock} lead={words.lead}>
        <Button component={Link} href="/stock/count" variant="default">
          {words.count.act}
        </Button>
      </PageHeader>
      <Filters filter={filter} onScan={find} scan={scan} />
      <Text size="sm" role="status" mih={20} className="value">
        {said}
      </Text>
      {list.isPending ? (
        <Loading />
      ) : !list.data ? (
        <Failure error={list.error as ProblemError} retry={list.refetch} />
      ) : rows.length === 0 ? (
        <Empty title={Object.keys(filter.of).length > 0 ? words.emptyFiltered : words.empty} />
      ) : (
        <>
          {list.error && <Failure error={list.error} retry={list.refetch} />}
          <Text size="xs" c="dimmed" mb={4} visibleFrom="sm">
            {words.keysHint}
          </Text>
          <Grid
            label={words.grid}
            rows={rows}
            total={total}
            columns={columns}
            typed={{
              key: 'stock',
              label: (row) => words.stockOf(nameOf(row)),
              textOf: (row) => changes.staged.get(row.id)?.text ?? typedStock(row),
              faultOf: (row) => {
                const typed = changes.staged.get(row.id);
                return typed && faultOf(typed, texts);
              },
              isChanged: (row) => changes.staged.has(row.id),
              onType: (item, text) => changes.type([{ item, text }]),
            }}
            {...(isNarrowed ? {} : { onEnd })}
            onScan={(code) => void find(code)}
            handle={grid}
          />
        </>
      )}
      <SaveBar
        changes={changes}
        isOnlyChanged={isNarrowed}
        onOnlyChanged={setOnlyChanged}
        toFaulty={() => {
          const faulty = [...changes.staged.values()].find((each) => faultOf(each, texts) !== undefined);
          if (!faulty) return;
          const isShown = rows.some(({ id }) => id === faulty.item.id);
          if (!isShown) setOnlyChanged(true);
          else goToId(faulty.item.id);
        }}
        focus={scan}
      />
      {ledger && <Ledger targetId={ledger.id} name={nameOf(ledger)} onClose={() => setLedger(null)} />}
    </>
  );
}

interface FiltersProps {
  readonly filter: Filter;
  readonly onScan: (code: string) => Promise<void>;
  readonly scan: React.RefObject<HTMLInputElement | null>;
}

function Filters({ filter: { of, choose }, onScan, scan }: FiltersProps) {
  const texts = useText();
  const words = texts.stock;
  const [typed, setTyped] = useState(of.text ?? '');
  const seek = useDebouncedCallback(
    (text: string) => choose({ text: /[\p{L}\p{N}]/u.test(text) ? text.trim() : null }),
    TYPING_MS,
  );
  return (
    <Group mb="xs" gap="xs" align="flex-end" component="section" role="search">
      <ScanInput onScan={onScan} input={scan} />
      <TextInput
        flex="3 1 12rem"
        type="search"
        label={words.search}
        placeholder={words.searchPlaceholder}
        leftSection={<MagnifyingGlassIcon />}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          seek(value);
        }}
      />
      <Select
        flex="1 1 8rem"
        label={words.show}
        placeholder={texts.common.all}
        clearable
        value={of.show ?? null}
        onChange={(show) => choose({ show })}
        data={Object.entries(words.shows).map(([value, label]) => ({ value, label }))}
      />
      {of.show === 'low' &&
        (['lowPieces', 'lowDays'] as const).map((name) => (
          <NumberField
            key={name}
            flex="0 1 7rem"
            label={name === 'lowPieces' ? words.pieces : words.days}
            min={0}
            max={name === 'lowPieces' ? 1_000_000 : 3_650}
            value={Number(of[name] ?? LOW[name])}
            onChange={(value, isRead) => isRead && choose({ [name]: value === null ? null : String(value) })}
          />
        ))}
      <Select
        flex="1 1 10rem"
        label={words.sort}
        allowDeselect={false}
        value={of.sort ?? 'title'}
        onChange={(sort) => choose({ sort: sort === 'title' ? null : sort })}
        data={Object.entries(words.sorts).map(([value, label]) => ({ value, label }))}
      />
    </Group>
  );
}
