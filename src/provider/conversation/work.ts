import { STUCK, type Work, work } from '../../kernel/work/work';
import type { AskedRow } from './asked-store';
import type { Conversation } from './conversation';
import { failed, unknown } from './found';
import { inOneLine } from './step';

/** Declares how the open rows of a conversation are found, and how one ends that no workflow will end. */
export const conversationWork = <Input extends { readonly storeId: string }, Row extends AskedRow, Adapter, Done>(
  conversation: Conversation<Input, Row, Adapter, Done>,
): Work => {
  const { contract, book, find, record } = conversation;
  return work(contract, {
    find: book.findOpen,
    /** Gives a row up. Nobody knows the outcome of a request that was made; without a request nothing has happened. */
    async abandon({ bus, database }, storeId, id, { reason }) {
      const row = await find(database.reader(storeId), storeId, id);
      if (row?.state !== book.open) return;
      await record(bus, storeId, inOneLine(row.asked > 0 ? unknown(reason) : failed(reason)), row);
    },
    async noteStuck({ bus }, storeId, id) {
      await book.noteWaiting(bus, storeId, id, STUCK);
    },
  });
};
