import { assertReady } from '../../extension/readiness';
import { secretKeys } from '../../extension/secret/store';
import { steadyExtension } from '../../extension/store';
import type { CommandBus } from '../../kernel/bus';
import type { Transaction } from '../../kernel/database/database';
import { Refusal } from '../../kernel/errors';
import { EffectQueue } from '../../kernel/work/outbox';
import { lackingOf } from '../../provider/providers';
import { askQuietly } from '../job/ask-quietly';
import { offersPush } from './declaration';

/** Asks for a push of what has changed, where the store wants one and none is under way. */
export const askPush = (bus: CommandBus, storeId: string, extension: string): Promise<void> =>
  bus.inTransaction<void>(storeId, async (tx) => {
    if (!(await isWanted(tx, storeId, extension))) return { keep: false, value: undefined };
    const effects = new EffectQueue();
    const input = { pushMode: 'send', confirms: false, listingIds: null, looksAtAll: false } as const;
    const jobId = await askQuietly({ tx, effects, storeId, now: await bus.timeOf(tx) }, offersPush, {
      extension,
      input,
    });
    if (jobId === undefined) return { keep: false, value: undefined };
    effects.write(tx, storeId, undefined);
    return { keep: true, value: undefined };
  });

async function isWanted(tx: Transaction, storeId: string, ext: string): Promise<boolean> {
  if (lackingOf(ext, ['sendOffers', 'batch', 'offers']).length > 0) return false;
  try {
    const { manifest, extension } = await steadyExtension(tx, storeId, ext);
    if (!extension.enabled) return false;
    assertReady(manifest, extension, new Set((await secretKeys(tx, storeId, ext)).keys()));
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return false;
    throw error;
  }
  return true;
}
