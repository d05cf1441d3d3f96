import type { Queryable } from '../../kernel/database/queryable';
import type { UnreadableRow } from '../../provider/channel/unreadable';
import type { ChannelAdapter } from '../../provider/port';
import type { RowsRead, UnreadableTask } from '../../store/unreadable/store';
import type { JobReason } from '../job/reasons';
import type { ItemError } from '../job/table';

/** A stretch of time; both ends are UTC and belong to it. */
export interface Window {
  readonly from: string;
  readonly to: string;
}

/** One channel of a store. */
export interface Channel {
  readonly storeId: string;
  readonly extension: string;
}

export interface MirrorPage<Row> {
  readonly rows: readonly (Row | UnreadableRow)[];
  readonly next: string | null;
  /** The list of which the rows are, where a window has several. @default a window has one */
  readonly list?: string;
}

/** The result of keeping rows. */
export interface Kept {
  /** Rows that are new, or another than before. */
  readonly changed: number;
  /** Remarks on those, although they were kept. */
  readonly told: readonly ItemError[];
}

/** A list of a marketplace, and the table of the store that holds what it has shown. The rows are no change of the store. */
export interface Mirror<Row extends object> {
  /** The task whose cursor says up to when the list is read. */
  readonly task: UnreadableTask;
  /** The reach of the first pull into the past, in ms. */
  readonly firstMs: number;
  /** The overlap of each further pull with the rows that were read already, in ms. */
  readonly overlapMs: number;
  page(adapter: ChannelAdapter, window: Window, cursor: string | null, signal: AbortSignal): Promise<MirrorPage<Row>>;
  isRead(row: Row | UnreadableRow): row is Row;
  /** Tells a row from others of its list, and from itself as it was before. */
  nameOf(row: Row): string;
  /** The id by which an unreadable row may have named it. */
  idOf(row: Row): string;
  /**
   * Stores rows. A row that was read earlier than the stored one moves nothing.
   * @param readAt the time of the request, by the clock of Postgres
   */
  keep(db: Queryable, channel: Channel, rows: readonly Row[], readAt: string): Promise<Kept>;
  /** Asks for what no list of the news shows. @default lists show all */
  readonly besides?: Besides<Row>;
  /** An unreadable row of a list may be asked for by its id. @default a later list shows it again */
  readonly asksById?: boolean;
}

/** Rows of a page as they are kept, and those that cannot be. */
export function rowsRead<Row extends object>(
  { task, isRead, idOf, asksById = false }: Mirror<Row>,
  rows: readonly (Row | UnreadableRow)[],
): RowsRead {
  return {
    task,
    kept: rows.filter(isRead).map(idOf),
    unkept: rows.flatMap((row) => (isRead(row) ? [] : [{ ...errorOf(row), asked: asksById ? row.remoteId : null }])),
  };
}

/** Rows that were asked for by a name. One of which everything can be read has no unreadable row any more. */
export function rowsReadOf<Row extends object>(
  mirror: Mirror<Row>,
  name: string,
  rows: readonly (Row | UnreadableRow)[],
): RowsRead {
  const read = rowsRead(mirror, rows);
  const unkept = (read.unkept ?? []).map((row) => ({ ...row, asked: name }));
  return { ...read, unkept, kept: [...(read.kept ?? []), ...(rows.length > 0 && unkept.length === 0 ? [name] : [])] };
}

export interface Besides<Row> {
  /** Reads names of what is to be asked for and was not looked at since a moment, by the clock of Postgres. */
  readonly due: (
    db: Queryable,
    channel: Channel,
    asked: { readonly before: string; readonly limit: number },
  ) => Promise<string[]>;
  /** The same for a pull of long ago, of what is of a moment or later, however often it was looked at. @default such a pull asks for none */
  readonly dueSince?: (
    db: Queryable,
    channel: Channel,
    asked: { readonly since: string; readonly before: string; readonly limit: number },
  ) => Promise<string[]>;
  ask(adapter: ChannelAdapter, name: string, signal: AbortSignal): Promise<readonly (Row | UnreadableRow)[]>;
  /** Notes that they were asked for, whatever came: they are no longer due. */
  looked(db: Queryable, channel: Channel, names: readonly string[]): Promise<void>;
}

export const errorOf = ({ remoteId, title, message }: UnreadableRow): ItemError => ({
  remoteId,
  barcode: null,
  title,
  code: 'row_invalid' satisfies JobReason,
  message,
});
