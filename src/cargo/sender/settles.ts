import type { Queryable } from '../../kernel/database/database';
import type { Settled } from '../../kernel/declaration/settling';
import type { Answer } from '../../kernel/schema/schema';
import { sender, type senderSchema } from './aggregate';
import { getSender } from './store';

type Result = Answer<typeof senderSchema>;

export const senderSettles = {
  async look(db: Queryable, storeId: string, { id }: Result): Promise<Settled<Result>> {
    const row = await getSender(db, storeId, id);
    const result = sender.answer(row);
    if (row.state === 'creating') return { state: 'open', result };
    if (row.state === 'ready') return { state: 'done', result };
    return { state: 'failed', result, why: `The address was not created. ${row.failure ?? ''}`.trim() };
  },
};
