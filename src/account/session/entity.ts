import type { MutationContext } from '../../kernel/declaration/context';
import { createdAt, id, label, object, ownId, t, time, unit } from '../../kernel/schema/schema';
import { type EndedSession, endAccountSessions, endSessions } from './store';

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

type Telling = Pick<MutationContext, 'tx' | 'storeId' | 'record'>;

/** Ends sessions of the owner who asks, in whatever store, and tells of those of this one: that there are others is nobody else's. @returns all */
export async function endAndTell(
  { tx, record }: Telling,
  which: Parameters<typeof endSessions>[1],
): Promise<EndedSession[]> {
  const ended = await endSessions(tx, which);
  tellOf(
    record,
    ended.filter(({ ownerId }) => ownerId === which.ownerId),
  );
  return ended;
}

/** Ends the sessions of an account, and tells of each. */
export async function endAccountAndTell({ tx, storeId, record }: Telling, ownerId: string): Promise<void> {
  tellOf(record, await endAccountSessions(tx, storeId, ownerId));
}

function tellOf(record: Telling['record'], ended: readonly EndedSession[]): void {
  for (const { id, ...session } of ended) record(sessionEntity.word, id, session, null);
}
