import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import { endAsked, findAsked } from '../../store/update/look-store';
import { thingsDue } from '../prepare/look';
import updatePrepare from '../update.prepare';

interface Dependencies {
  readonly bus: Pick<CommandBus, 'act'>;
  readonly database: Pick<Database, 'reader' | 'writer'>;
}

/**
 * Prepares the updates of a store, each by a command of its own. A store of which nothing has changed is only read. Whatever breaks it off, the
 * next attempt finds what is left, and does none twice.
 * @returns how many were prepared
 */
export async function prepareUpdates({ bus, database }: Dependencies, storeId: string): Promise<number> {
  const reader = database.reader(storeId);
  for (let prepared = 0; ; ) {
    const asked = await findAsked(reader, storeId);
    const due = await reader.snapshot((moment) => thingsDue(moment, storeId));
    for (const payload of due) await bus.act(updatePrepare, { storeId, by: 'updates', payload, cause: {} });
    prepared += due.length;
    if (asked === undefined) return prepared;
    await endAsked(database.writer(storeId), storeId, asked);
    // Somebody may have published meanwhile, and the workflow of that call found this one at work.
    if ((await findAsked(reader, storeId)) === undefined) return prepared;
  }
}
