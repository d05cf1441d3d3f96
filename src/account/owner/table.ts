import { createdAt, label, personal, t, time } from '../../kernel/schema/schema';
import { identity, type Row, table } from '../../kernel/table/table';

/** Where an owner is written to, and what an owner logs in with. */
export const emailSchema = personal(label('E-posta', 'E-mail')(t.String({ format: 'email', maxLength: 254 })));

/** Long enough that guesses at it are hopeless at the pace that failed logins are held to. */
export const passwordSchema = label('Parola', 'Password')(t.String({ minLength: 10, maxLength: 1024 }));

/** Whoever may decide in a store. It has no rev: each field is moved by a command of its own. */
export const owner = table({
  word: 'owner',
  label: label('Mağaza sahibi', 'Owner'),
  table: 'owner_account',
  columns: {
    id: identity('own'),
    email: { type: 'text', schema: emailSchema, kept: 'once' },
    passwordHash: { type: 'text', schema: t.String(), kept: 'once', shown: false, compared: false },
    passwordSetAt: { type: 'timestamptz', schema: label('Parola değişikliği', 'Password set')(time()), kept: 'once' },
    createdAt: { type: 'timestamptz', schema: createdAt, kept: 'apart' },
  },
});

export type OwnerRow = Row<typeof owner>;
