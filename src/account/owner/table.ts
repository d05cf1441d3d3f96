import { roleNames, roleWords } from '../../kernel/declaration/roles';
import { createdAt, json, label, nullable, oneOf, personal, t, time, words } from '../../kernel/schema/schema';
import { identity, type Row, table } from '../../kernel/table/table';

/** The e-mail address of an owner: mails go there, and the owner logs in with it. */
export const emailSchema = personal(label('E-posta', 'E-mail')(t.String({ format: 'email', maxLength: 254 })));

/** Long enough that guesses at it are hopeless at the pace that failed logins are held to. */
export const passwordSchema = label('Parola', 'Password')(t.String({ minLength: 10, maxLength: 1024 }));

/** The role decides on the calls that a person may make in the store: see `leastRole`. */
export const roleSchema = label('Rol', 'Role')(oneOf(roleNames, words(roleWords)));

/** Seen by nobody, in no answer and in no audit row. */
const hidden = { kept: 'once', shown: false, compared: false } as const;

/**
 * A person who works in a store, or is invited to: an owner, or somebody whose role opens less. It has no rev: each field is moved by a
 * command of its own. Until somebody invited has joined, there is no login behind it.
 */
export const owner = table({
  word: 'owner',
  label: label('Mağaza sahibi', 'Owner'),
  table: 'owner_account',
  columns: {
    id: identity('own'),
    email: { type: 'text', schema: emailSchema, kept: 'once' },
    /** The login behind the account, see `login-store.ts`; one login has an account in each store of the same owner. */
    loginId: { type: 'text', schema: nullable(t.String()), ...hidden },
    /** In a session of this store: what becomes of the login elsewhere is nothing for the owners of this one. */
    passwordSetAt: {
      type: 'timestamptz',
      schema: label('Parola değişikliği', 'Password set')(nullable(time())),
      kept: 'once',
    },
    joinedAt: { type: 'timestamptz', schema: label('Katılma', 'Joined')(nullable(time())), kept: 'once' },
    /** The expiry of the invited person's link; null: none is out. */
    inviteExpiresAt: {
      type: 'timestamptz',
      schema: label('Davetin bitişi', 'Invitation expires')(nullable(time())),
      kept: 'once',
    },
    inviteDigest: { type: 'bytea', schema: nullable(t.Unsafe<Buffer>({})), ...hidden },
    /** The second step of the login behind the account. */
    secondFactorSince: {
      type: 'timestamptz',
      schema: label('İki adımlı giriş', 'Two-step log-in')(nullable(time({ description: 'null: it is off.' }))),
      kept: 'once',
    },
    role: { type: 'text', schema: roleSchema, kept: 'once' },
    /** The person's own manner of the lists, see `views/store.ts`. */
    listViews: { type: 'jsonb', schema: json(), kept: 'apart', shown: false, compared: false },
    createdAt: { type: 'timestamptz', schema: createdAt, kept: 'apart' },
  },
});

export type OwnerRow = Row<typeof owner>;

/**
 * The row of an owner who comes in at once, without an invitation.
 * @param secondFactorSince of the login @default it has none
 */
export const joined = (
  row: { readonly id: string; readonly email: string; readonly loginId: string },
  at: Date,
  secondFactorSince: string | null = null,
) => ({
  ...row,
  role: 'owner' as const,
  secondFactorSince,
  passwordSetAt: null,
  joinedAt: at.toISOString(),
  inviteExpiresAt: null,
  inviteDigest: null,
});
