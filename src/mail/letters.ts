import type { Queryable } from '../kernel/database/queryable';
import type { MutationContext } from '../kernel/declaration/context';
import type { Attachment, Letter, LetterServices, WrittenLetter } from '../kernel/declaration/letter';
import type { Services } from '../kernel/declaration/services';
import { mailDelivery } from './contract';
import { insertLetter } from './store';
import type { MailRow } from './table';

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'newId' | 'effects'>;

/** Sends a letter about something, once what the call does is there. */
export function postLetter({ tx, storeId, now, newId, effects }: Context, { kind }: Letter, about: string): void {
  const mailId = newId('mai');
  insertLetter(tx, storeId, { id: mailId, letter: kind, about }, now);
  effects.startWorkflow(mailDelivery, { storeId, mailId });
}

/** The letters among mails, as they are written now, by the mails' ids. A mail to somebody who is written to no more is missing. */
export async function writtenLetters(
  db: Queryable,
  { letters, ...services }: Pick<Services, 'letters'> & LetterServices,
  storeId: string,
  mails: readonly Pick<MailRow, 'id' | 'letter' | 'about'>[],
): Promise<ReadonlyMap<string, WrittenLetter>> {
  const found = new Map<string, WrittenLetter>();
  for (const letter of letters) {
    const own = mails.filter(({ letter: kind }) => kind === letter.kind);
    if (own.length === 0) continue;
    const written = await letter.write(
      db,
      storeId,
      own.map(({ about }) => about as string),
      services,
    );
    for (const { id, about } of own) {
      const one = written.get(about as string);
      if (one) found.set(id, one);
    }
  }
  return found;
}

/** Finds the attachment of a letter that is about to be sent; most letters have none. */
export async function attachedTo(
  db: Queryable,
  { letters }: Pick<Services, 'letters'>,
  storeId: string,
  { letter: kind, about }: Pick<MailRow, 'letter' | 'about'>,
): Promise<readonly Attachment[]> {
  const letter = letters.find((each) => each.kind === kind);
  return letter?.attached && about !== null ? letter.attached(db, storeId, about) : [];
}
