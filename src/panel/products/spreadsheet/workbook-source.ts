import { type Reason, TableError } from '../../../catalog/spreadsheet/errors';
import type { Source } from '../../../catalog/spreadsheet/sheet';
import { WORKBOOK_MAX, type WorkbookRefusal } from './workbook-bounds';
import type { WorkbookAnswer } from './workbook-worker';

/** The bounds of its size end a reading long before; this ends what would have no end, however busy the machine is. */
const READ_WITHIN_MS = 120_000;

/**
 * Reads the first sheet of a workbook (.xlsx) as a table, in a thread of its own.
 * @param signal ends the reading
 * @throws {TableError} it is too large, or no workbook that can be read
 */
export async function workbookSource(file: File, signal: AbortSignal): Promise<Source> {
  const { name } = file;
  if (file.size > WORKBOOK_MAX.packedBytes) throw refusedTable(name, { kind: 'tooLarge' });
  const bytes = await readApart(await file.arrayBuffer(), name, signal);
  return {
    name,
    head: async (length) => bytes.subarray(0, length),
    pieces: async function* () {
      yield bytes;
    },
  };
}

/** The time begins with the worker's own work: its script may have a slow way here. */
function readApart(packed: ArrayBuffer, name: string, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = new Promise<Uint8Array>((resolve, reject) => {
    const refuse = (refusal: WorkbookRefusal): void => reject(refusedTable(name, refusal));
    worker.onmessage = ({ data }: MessageEvent<WorkbookAnswer>) => {
      if (data.kind === 'begun') timer = setTimeout(() => refuse({ kind: 'tooSlow' }), READ_WITHIN_MS);
      else if (data.kind === 'read') resolve(data.bytes);
      else refuse(data.refusal);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      // A browser ends a worker that wants more memory than there is; one that has not begun is a script that did not come.
      if (timer) refuse({ kind: 'tooLarge' });
      else reject(new TypeError('The script that reads workbooks did not load.'));
    };
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.postMessage(packed, [packed]);
  });
  return read.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

const refusedTable = (name: string, refusal: WorkbookRefusal): TableError => new TableError(reasonOf(name, refusal));

function reasonOf(name: string, refusal: WorkbookRefusal): Reason {
  const { packedMebibytes, columns, rows } = {
    packedMebibytes: WORKBOOK_MAX.packedBytes / 1024 / 1024,
    ...WORKBOOK_MAX,
  };
  if (refusal.kind === 'beyond') return (words) => words.workbookBeyond(name, refusal.cell, columns, rows);
  if (refusal.kind === 'tooLarge') return (words) => words.workbookTooLarge(name, packedMebibytes);
  return refusal.kind === 'tooSlow' ? (words) => words.workbookTooSlow(name) : (words) => words.workbook(name);
}
