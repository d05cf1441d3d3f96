import { WORKBOOK_MAX, type WorkbookRefusal, WorkbookRefused } from './workbook-bounds';
import { workbookText } from './workbook-text';

/** The worker answers with the table, or with why there is none. */
export type WorkbookAnswer =
  | { readonly kind: 'begun' }
  | { readonly kind: 'read'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'refused'; readonly refusal: WorkbookRefusal };

const answer = (message: WorkbookAnswer, transfer: Transferable[] = []): void => postMessage(message, { transfer });

/** Reads one workbook, apart from the page: whoever has opened it can go on, and end this. */
addEventListener('message', async ({ data }: MessageEvent<ArrayBuffer>) => {
  answer({ kind: 'begun' });
  try {
    const bytes = await workbookText(new Uint8Array(data), WORKBOOK_MAX);
    answer({ kind: 'read', bytes }, [bytes.buffer]);
  } catch (error) {
    const refusal = error instanceof WorkbookRefused ? error.refusal : ({ kind: 'unreadable' } as const);
    answer({ kind: 'refused', refusal });
  }
});
