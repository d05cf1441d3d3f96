import { createdAt, id, label, nullable, oneOf, t, time, words } from '../kernel/schema/schema';
import { identity, type Row, table } from '../kernel/table/table';

/** dropped: it had nothing left to tell, e.g. a digest of nothing, or a link that is over. */
export const mailStates = ['queued', 'sent', 'kept', 'failed', 'dropped'] as const;

const stateWords = {
  queued: ['sırada', 'queued'],
  sent: ['gönderildi', 'sent'],
  kept: ['saklandı', 'kept'],
  failed: ['gönderilemedi', 'failed'],
  dropped: ['gerek kalmadı', 'not needed any more'],
} as const;

/** How far it has come: moved by statements of its own, each from the states that it names. */
const moved = { kept: 'apart' } as const;

/**
 * A mail to an owner, or a letter to somebody else. It names whom it is to, or what it is about, and has no address of its own: nobody is
 * written to at an address that is no longer theirs, and what somebody was sent ends with the account or the rows that it was made of.
 */
export const mail = table({
  word: 'mail',
  label: label('E-posta', 'Mail'),
  table: 'mail',
  columns: {
    id: identity('mai'),
    /** The owner to whom the mail goes; null: it is a letter. */
    ownerId: { type: 'text', schema: nullable(id('own')), kept: 'once' },
    /** The kind of the letter, and its subject; null: a mail to an owner. */
    letter: { type: 'text', schema: nullable(t.String()), kept: 'once' },
    about: { type: 'text', schema: nullable(t.String()), kept: 'once' },
    /** The token on whose behalf the mail goes; missing in mails from before it was noted. */
    tokenId: { type: 'text', schema: nullable(id('tok')), kept: 'once' },
    subject: { type: 'text', schema: label('Konu', 'Subject')(t.String()), kept: 'once' },
    body: { type: 'text', schema: label('İleti', 'Message')(t.String()), kept: 'once' },
    /** False: a digest, whose subject and body say nothing until it falls due. */
    written: { type: 'boolean', schema: t.Boolean(), kept: 'once' },
    state: {
      type: 'text',
      schema: label('Durum', 'State')(oneOf(mailStates, words(stateWords))),
      kept: 'once',
      initial: 'queued',
    },
    lastError: { type: 'text', schema: nullable(t.String()), ...moved },
    createdAt: { type: 'timestamptz', schema: createdAt, kept: 'once' },
    /** When the caps have room for it; null: they had at once. */
    dueAt: { type: 'timestamptz', schema: nullable(time()), kept: 'once' },
    sentAt: { type: 'timestamptz', schema: nullable(time()), ...moved },
  },
});

/** As its owner reads it. */
export interface MailRow
  extends Pick<
    Row<typeof mail>,
    'id' | 'letter' | 'about' | 'tokenId' | 'subject' | 'state' | 'lastError' | 'createdAt' | 'sentAt'
  > {
  /** The address that the owner has now; null: a letter. */
  readonly to: string | null;
  readonly text: string;
}
