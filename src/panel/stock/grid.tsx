import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { count } from '../text/format';
import { useText } from '../text/text';
import { isScanned } from './pieces';

export interface Column<Row> {
  readonly key: string;
  readonly head: string;
  /** The width, as CSS has it of a column of a grid. */
  readonly width: string;
  readonly isNumber?: true;
  /** On a phone its cells stand without the name of the column. */
  readonly isBare?: true;
  cell(row: Row): ReactNode;
  /** Acts upon Enter in the cell of a row: the keys go past links and buttons within. */
  readonly onEnter?: (row: Row) => void;
}

/** The column into which its reader types. */
export interface Typed<Row> {
  readonly key: string;
  /** The name of the input of a row. */
  label(row: Row): string;
  textOf(row: Row): string;
  faultOf(row: Row): string | undefined;
  isChanged(row: Row): boolean;
  onType(row: Row, text: string): void;
}

export interface GridHandle {
  /** Goes to the typed cell of a row. */
  goTo(row: number): void;
  /** Gives up what is being typed. @returns the row that has the focus */
  here(): number;
}

interface GridProps<Row extends { readonly id: string }> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** Rows in all, as far as they are counted; those that are not fetched yet with them. */
  readonly total: number;
  readonly columns: readonly Column<Row>[];
  readonly typed: Typed<Row>;
  /** The last rows come into sight. */
  readonly onEnd?: () => void;
  /** Something was typed as fast as a scanner types. */
  readonly onScan: (code: string) => void;
  readonly handle?: Ref<GridHandle>;
}

/** Rows are laid out as grids, and browsers take no such element for a row. */
const ROLES = {
  grid: { role: 'grid', tabIndex: 0 },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: (isSelected: boolean) => ({ role: 'gridcell', 'aria-selected': isSelected }),
} as const;

interface GridPlace {
  readonly row: number;
  readonly column: number;
}

interface Edit {
  /** The identifier of the row: the list may move below it. */
  readonly id: string;
  readonly text: string;
  /** The time of its first key, in ms; null: it began by a press. */
  readonly since: number | null;
}

const ROW_HEIGHT = 44;
/** On a phone a row has lines for its codes and its figures below its name. */
const NARROW_ROW_HEIGHT = 124;
const ROWS_BESIDE = 12;

/** Room that the header, and the bar below, take from the window, in pixels. */
const ABOVE = 110;
const BELOW = 160;

/** A table whose cells are reached by the arrow keys, and of which only the rows in sight are drawn. */
export function Grid<Row extends { readonly id: string }>(props: GridProps<Row>) {
  const { label, rows, total, columns, typed, onEnd, onScan, handle } = props;
  const texts = useText();
  const name = useId();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const typedColumn = columns.findIndex(({ key }) => key === typed.key);
  const [place, setPlace] = useState<GridPlace>({ row: 0, column: typedColumn });
  const [edit, showEdit] = useState<Edit | null>(null);
  // An input that goes loses the focus, and what it held was typed already, or given up.
  const live = useRef<Edit | null>(null);
  const setEdit = (next: Edit | null): void => {
    live.current = next;
    showEdit(next);
  };
  const [hasFocus, setFocus] = useState(false);
  const grid = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [margin, setMargin] = useState(0);
  const height = isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  // The page above the table may grow.
  useEffect(() => {
    const top = body.current ? Math.round(body.current.getBoundingClientRect().top + window.scrollY) : 0;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: ROWS_BESIDE,
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: margin,
    scrollPaddingStart: ABOVE,
    scrollPaddingEnd: BELOW,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have another height
  useEffect(() => virtual.measure(), [height]);
  const drawn = virtual.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (onEnd && last >= rows.length - 2 * ROWS_BESIDE) onEnd();
  }, [last, rows.length, onEnd]);

  const at: GridPlace = { row: Math.min(place.row, Math.max(0, rows.length - 1)), column: place.column };
  const cellId = (row: number, column: number): string => `${name}-${rows[row]?.id ?? ''}-${column}`;
  const move = (to: GridPlace): void => {
    const next = {
      row: Math.min(Math.max(to.row, 0), Math.max(0, rows.length - 1)),
      column: Math.min(Math.max(to.column, 0), columns.length - 1),
    };
    setPlace(next);
    virtual.scrollToIndex(next.row, { align: 'auto' });
  };
  const back = (): void => grid.current?.focus({ preventScroll: true });
  useImperativeHandle(handle, () => ({
    goTo(row) {
      setPlace({ row, column: typedColumn });
      virtual.scrollToIndex(row, { align: 'center' });
      back();
    },
    here() {
      const isTyping = live.current !== null;
      setEdit(null);
      if (isTyping) back();
      return at.row;
    },
  }));
  /** @param by rows to go on */
  const commit = (by: number): void => {
    const done = live.current;
    if (!done) return;
    const index = rows.findIndex(({ id }) => id === done.id);
    const row = rows[index];
    setEdit(null);
    if (by !== 0) back();
    const text = done.text.trim();
    if (by !== 0 && isScanned(text, done.since && performance.now() - done.since)) {
      onScan(text);
      return;
    }
    if (row) typed.onType(row, text);
    if (by !== 0) move({ row: index + by, column: typedColumn });
  };
  const begin = (row: number, text: string, since: number | null): void => {
    setPlace({ row, column: typedColumn });
    const id = rows[row]?.id;
    if (id !== undefined) setEdit({ id, text, since });
  };

  const page = Math.max(1, Math.floor((window.innerHeight - ABOVE - BELOW) / height));
  const steps: Readonly<Record<string, GridPlace>> = {
    ArrowDown: { row: at.row + 1, column: at.column },
    ArrowUp: { row: at.row - 1, column: at.column },
    ArrowRight: { row: at.row, column: at.column + 1 },
    ArrowLeft: { row: at.row, column: at.column - 1 },
    PageDown: { row: at.row + page, column: at.column },
    PageUp: { row: at.row - page, column: at.column },
    Home: { row: at.row, column: 0 },
    End: { row: at.row, column: columns.length - 1 },
  };
  const ofGrid = (event: KeyboardEvent): void => {
    if (edit || event.altKey) return;
    const { key } = event;
    const isTyped = at.column === typedColumn;
    const row = rows[at.row];
    if (!row) return;
    if ((event.ctrlKey || event.metaKey) && (key === 'Home' || key === 'End')) {
      move({ row: key === 'Home' ? 0 : rows.length - 1, column: at.column });
    } else if (event.ctrlKey || event.metaKey) return;
    else if (steps[key]) move(steps[key]);
    else if (isTyped && (key === 'Enter' || key === 'F2')) begin(at.row, typed.textOf(row), null);
    else if (isTyped && (key === 'Delete' || key === 'Backspace')) typed.onType(row, '');
    else if (isTyped && /^\S$/u.test(key)) begin(at.row, key, performance.now());
    else if (key === 'Enter' && columns[at.column]?.onEnter) columns[at.column]?.onEnter?.(row);
    else return;
    event.preventDefault();
  };
  const ofInput = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event;
    if (key === 'Enter' || key === 'Tab') commit(shiftKey ? -1 : 1);
    else if (key === 'ArrowDown' || key === 'ArrowUp') commit(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Escape') {
      setEdit(null);
      back();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const template: CSSProperties = { gridTemplateColumns: columns.map(({ width }) => width).join(' ') };
  return (
    <div className="grid">
      <table
        ref={grid}
        {...ROLES.grid}
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={columns.length}
        {...(rows.length > 0 ? { 'aria-activedescendant': cellId(at.row, at.column) } : {})}
        onKeyDown={ofGrid}
        onFocus={() => setFocus(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setFocus(false);
        }}
      >
        <thead {...ROLES.group} className="grid-head">
          <tr {...ROLES.row} aria-rowindex={1} className="grid-row" style={template}>
            {columns.map(({ key, head, isNumber }) => (
              <th {...ROLES.head} key={key} scope="col" className={isNumber ? 'grid-cell number' : 'grid-cell'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.group} ref={body} className="grid-body" style={{ height: virtual.getTotalSize() }}>
          {drawn.map(({ key, index, start }) => {
            const row = rows[index] as Row;
            const fault = typed.faultOf(row);
            return (
              <tr
                {...ROLES.row}
                key={key}
                aria-rowindex={index + 2}
                className={typed.isChanged(row) ? 'grid-row changed' : 'grid-row'}
                style={{ ...template, height, transform: `translateY(${start - margin}px)` }}
              >
                {columns.map((column, nth) => {
                  const isTyped = nth === typedColumn;
                  const isHere = at.row === index && at.column === nth;
                  const isEdited = isTyped && edit?.id === row.id;
                  return (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the grid
                    <td
                      key={column.key}
                      id={cellId(index, nth)}
                      {...ROLES.cell(isHere)}
                      {...(isTyped ? { 'aria-invalid': fault !== undefined, title: fault } : {})}
                      {...(column.isBare ? {} : { 'data-head': column.head })}
                      className={[
                        'grid-cell',
                        column.isNumber ? 'number' : '',
                        isTyped ? 'typed' : '',
                        isTyped && fault !== undefined ? 'faulty' : '',
                        isHere && hasFocus ? 'here' : '',
                      ].join(' ')}
                      onClick={(event) => {
                        if ((event.target as HTMLElement).closest('a, button, input')) return;
                        if (isTyped) begin(index, typed.textOf(row), null);
                        else {
                          setPlace({ row: index, column: nth });
                          back();
                        }
                      }}
                    >
                      {isEdited ? (
                        <input
                          // biome-ignore lint/a11y/noAutofocus: who begins to type goes on in the input
                          autoFocus
                          className="grid-input"
                          inputMode="numeric"
                          maxLength={100}
                          aria-label={typed.label(row)}
                          value={edit.text}
                          onChange={({ currentTarget: { value } }) => setEdit({ ...edit, text: value })}
                          onFocus={({ currentTarget }) => edit.since === null && currentTarget.select()}
                          onKeyDown={ofInput}
                          onBlur={() => commit(0)}
                        />
                      ) : (
                        column.cell(row)
                      )}
                      {isTyped && fault !== undefined && !isEdited && (
                        <Text size="xs" className="grid-fault">
                          {fault}
                        </Text>
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      <Text size="xs" c="dimmed" className="grid-foot" role="presentation">
        {texts.stock.rows(count(total, texts))}
      </Text>
    </div>
  );
}
