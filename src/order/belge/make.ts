import { createHash } from 'node:crypto';
import type { MutationContext } from '../../kernel/declaration/context';
import type { Agreed } from './agreed';
import { belgeHtml } from './documents';
import { insertBelgeler } from './store';
import { belge, belgeKinds } from './table';

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'newId' | 'record'>;

/**
 * Writes down what the buyer of a new order was told and has agreed to, with its digest. A page is a string that is put together within a
 * millisecond; what is slow, its PDF, is drawn of the page when somebody wants it.
 */
export function writeDown({ tx, storeId, now, newId, record }: Context, orderId: string, agreed: Agreed): void {
  const rows = belgeKinds.map((kind) => {
    const html = belgeHtml(kind, agreed);
    return { id: newId('blg'), orderId, kind, digest: createHash('sha256').update(html).digest('hex'), html };
  });
  insertBelgeler(tx, storeId, rows, now);
  for (const row of rows) record(belge.word, row.id, null, belge.snapshot(row), { orderId });
}
