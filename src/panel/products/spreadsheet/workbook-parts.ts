import { strFromU8, unzipSync, zipSync } from 'fflate';
import { type WorkbookBounds, WorkbookRefused } from './workbook-bounds';

const unreadable = (): WorkbookRefused => new WorkbookRefused({ kind: 'unreadable' });
const tooLarge = (): WorkbookRefused => new WorkbookRefused({ kind: 'tooLarge' });

const isText = (name: string): boolean => name.endsWith('.xml') || name.endsWith('.xml.rels');

/** A workbook whose parts fit, packed anew. */
export interface CheckedWorkbook {
  /** Its parts of XML, stored as they are: its reader then needs no further thread, which the policy of the page forbids. */
  readonly packed: Uint8Array<ArrayBuffer>;
  /** The first cell of a part that was left out because it has a value outside of the bounds. */
  readonly beyond: string | undefined;
}

/**
 * Takes a workbook apart. A part with a value outside of the bounds is left out: it may be of a sheet that nobody reads.
 * @throws {WorkbookRefused} it is larger than the bounds, or no workbook
 */
export function checkWorkbook(packed: Uint8Array, most: WorkbookBounds): CheckedWorkbook {
  const parts = unpack(packed, most);
  let beyond: string | undefined;
  for (const [name, bytes] of Object.entries(parts)) {
    const cell = cellBeyond(strFromU8(bytes), most);
    if (cell === undefined) continue;
    beyond ??= cell;
    delete parts[name];
  }
  return { packed: zipSync(parts, { level: 0 }), beyond };
}

/** Counts every part by what the archive says of it; no part can become longer than that. */
function unpack(packed: Uint8Array, most: WorkbookBounds): Record<string, Uint8Array> {
  if (packed.length > most.packedBytes) throw tooLarge();
  const sum = { packed: 0, unpacked: 0 };
  unzipSync(packed, {
    filter: ({ size, originalSize }) => {
      sum.packed += size;
      sum.unpacked += Math.max(size, originalSize);
      return false;
    },
  });
  if (sum.unpacked > most.unpackedBytes) throw tooLarge();
  // Parts that lie over each other cost time without bytes, and no program writes them.
  if (sum.packed > packed.length) throw unreadable();
  return unzipSync(packed, { filter: ({ name }) => isText(name) });
}

const ATTRIBUTES = `(?:\\s+[^\\s=<>"'/]+\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'))*`;
const NAME = /<(?:[^\s<>/:]+:)?(row|c|v|is)(?=[\s/>])/y;
const TAG = new RegExp(`<[^\\s<>/]+(${ATTRIBUTES})\\s*/?>`, 'y');
const ATTRIBUTE = /\s+(?:[^\s=:]+:)?([^\s=:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** A row or cell as every program writes it; the format itself ends at this row and these columns. */
const ADDRESS = { row: /^()([1-9]\d{0,6})$/, c: /^([A-Z]{1,3})([1-9]\d{0,6})$/ };
const FORMAT_MAX = { columns: 16_384, rows: 1_048_576 };

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);

/**
 * Finds a cell with a value beyond the bounds in one pass over the tags. Empty ones are let be, e.g. those that only have a color.
 * @returns its address
 * @throws {WorkbookRefused} a row or cell says no place that can be one
 */
export function cellBeyond(xml: string, most: Pick<WorkbookBounds, 'columns' | 'rows'>): string | undefined {
  let row = 0;
  let outside: string | undefined;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) {
    NAME.lastIndex = at;
    const [, tag] = NAME.exec(xml) ?? [];
    if (tag === undefined) continue;
    if (tag === 'v' || tag === 'is') {
      if (outside !== undefined) return outside;
      continue;
    }
    const address = addressAt(xml, at, tag as 'row' | 'c');
    const place = address === undefined ? { column: 0, row: row + 1 } : placeOf(address, tag as 'row' | 'c');
    if (place.row > FORMAT_MAX.rows || place.column > FORMAT_MAX.columns) throw unreadable();
    if (tag === 'row') row = place.row;
    outside = tag === 'c' && (place.column > most.columns || place.row > most.rows) ? address : undefined;
  }
  return undefined;
}

/** @throws {WorkbookRefused} attributes could be read in two ways, or a cell says no address */
function addressAt(xml: string, at: number, tag: 'row' | 'c'): string | undefined {
  TAG.lastIndex = at;
  const [, attributes] = TAG.exec(xml) ?? [];
  if (attributes === undefined) throw unreadable();
  const addresses = [...attributes.matchAll(ATTRIBUTE)].flatMap(([, name, double, single]) =>
    name === 'r' ? [double ?? single ?? ''] : [],
  );
  if (addresses.length > 1 || (tag === 'c' && addresses.length === 0)) throw unreadable();
  return addresses[0];
}

function placeOf(address: string, tag: 'row' | 'c'): { readonly column: number; readonly row: number } {
  const [, letters, digits] = ADDRESS[tag].exec(address) ?? [];
  if (letters === undefined) throw unreadable();
  return { column: columnOf(letters), row: Number(digits) };
}
