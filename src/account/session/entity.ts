import type { MutationContext } from '../../kernel/declaration/declare';
import { createdAt, id, label, object, ownId, t, time, unit } from '../../kernel/schema/schema';
import { type EndedSession, endSessions } from './store';

/** Nothing of a session is shown where its end is told but whose it was, and how long it would have lived. */
export const sessionEntity = {
  word: 'session',
  schema: label(
    'Oturum',
    'Session',
  )(
    object({
      id: ownId('ses'),
      ownerId: label('Mağaza sahibi', 'Owner')(id('own')),
      createdAt,
      expiresAt: label('Bitiş', 'Expires')(time()),
    }),
  ),
};

export const sessionId = label('Oturum', 'Session')(id('ses'));

export const endedCount = label('Biten oturum', 'Sessions ended')(t.Integer(unit('count')));

/** Ends sessions of an owner, and tells of each. @returns those */
export async function endAndTell(
  { tx, storeId, record }: Pick<MutationContext, 'tx' | 'storeId' | 'record'>,
  which: Omit<Parameters<typeof endSessions>[1], 'storeId'>,
): Promise<EndedSession[]> {
  const ended = await endSessions(tx, { storeId, ...which });
  for (const { id, ...session } of ended) record(sessionEntity.word, id, session, null);
  return ended;
}
