import type { Queryable, Transaction } from '../kernel/database/queryable';
import type { Principal } from '../kernel/declaration/principal';
import { refuse } from '../kernel/errors';
import type { Titled } from '../kernel/table/references';
import { insertInto } from '../kernel/table/table-store';
import { takeTurn } from '../kernel/trial/turn-store';
import { type FoundRow, openRowsOf, type Page } from '../kernel/work/work-store';
import type { MailDeliveryInput } from './contract';
import { type MailRow, mail } from './table';
import type { MailText } from './text';

const SELECT = `
  SELECT m.id, o.email AS "to", m.letter, m.about, m.token_id AS "tokenId", m.subject, m.body AS text, m.state, m.last_error AS "lastError", m.created_at AS "createdAt",
    m.sent_at AS "sentAt"
  FROM mail m LEFT JOIN owner_account o ON o.store_id = m.store_id AND o.id = m.owner_id`;

/** Mails to one owner: of one token and of the whole store, in an hour and in a day. */
const MAILS_MAX = { token: { hour: 5, day: 12 }, store: { hour: 15, day: 30 } } as const;

/** When the mail that used up a cap leaves its window. */
const room = (of: 'token' | 'store', within: 'hour' | 'day'): string => `(
  SELECT coalesce(due_at, created_at) + interval '1 ${within}' FROM mail
  WHERE store_id = $1 AND owner_id = o.id ${of === 'token' ? 'AND token_id = $2' : ''} AND state <> 'dropped'
  ORDER BY id DESC OFFSET ${MAILS_MAX[of][within] - 1} LIMIT 1)`;

const TURNS = `SELECT o.id AS "ownerId",
    greatest(${room('token', 'hour')}, ${room('token', 'day')}, ${room('store', 'hour')}, ${room('store', 'day')}) AS "dueAt"
  FROM owner_account o WHERE o.store_id = $1 AND o.joined_at IS NOT NULL AND o.role = 'owner' ORDER BY o.id`;

export interface MailTurn {
  readonly ownerId: string;
  /** When the caps have room for a mail of the token; null: they always had. */
  readonly dueAt: Date | null;
}

/** The owners, and when each may be mailed on behalf of a token, for who is about to mail them. */
export async function mailTurns(tx: Transaction, storeId: string, tokenId: string): Promise<MailTurn[]> {
  takeTurn(tx, storeId, 'mails');
  const rows = await tx.query<{ ownerId: string; dueAt: string | null }>(TURNS, [storeId, tokenId]);
  return rows.map(({ ownerId, dueAt }) => ({ ownerId, dueAt: dueAt === null ? null : new Date(dueAt) }));
}

const JOINED = `SELECT id FROM owner_account WHERE store_id = $1 AND joined_at IS NOT NULL AND role = 'owner' ORDER BY id`;

/** The owners who can log in, without the persons of other roles. */
export const joinedOwners = async (db: Queryable, storeId: string): Promise<string[]> =>
  (await db.query<{ id: string }>(JOINED, [storeId])).map(({ id }) => id);

/**
 * Whether a digest waits that will list what the token submits now. It is locked, so that it is not written before that. One that was
 * given up lists nothing any more.
 */
export async function findOpenDigest(
  tx: Transaction,
  storeId: string,
  tokenId: string,
  ownerId: string,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT id FROM mail
     WHERE store_id = $1 AND token_id = $2 AND owner_id = $3 AND NOT written AND state = 'queued' FOR UPDATE`,
    [storeId, tokenId, ownerId],
  );
  return rows.length > 0;
}

interface NewMail {
  readonly id: string;
  /** null: of no token, e.g. an invitation. */
  readonly tokenId: string | null;
  readonly ownerId: string;
  readonly at: Date;
  readonly dueAt: Date | null;
  /** null: a digest, which is written when it falls due. */
  readonly written: MailText | null;
}

const INSERT = `${insertInto(mail)} ON CONFLICT DO NOTHING RETURNING id`;

/** @returns false when another submission has just opened the token's digest */
export async function insertMail(tx: Transaction, storeId: string, fresh: NewMail): Promise<boolean> {
  const { id, tokenId, ownerId, at, dueAt, written } = fresh;
  const row = {
    id,
    ownerId,
    letter: null,
    about: null,
    tokenId,
    subject: written?.subject ?? 'Onayınızı bekleyen öneriler',
    body: written?.text ?? '',
    written: written !== null,
    state: 'queued',
    createdAt: at.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
  } as const;
  return (await tx.query(INSERT, [storeId, ...mail.values(row)])).length > 0;
}

/** Sends a letter to be kept until it is delivered; what it says is written then. */
export function insertLetter(
  tx: Transaction,
  storeId: string,
  letter: { readonly id: string; readonly letter: string; readonly about: string },
  at: Date,
): void {
  const row = {
    ...letter,
    ownerId: null,
    tokenId: null,
    subject: '',
    body: '',
    written: true,
    state: 'queued',
    createdAt: at.toISOString(),
    dueAt: null,
  } as const;
  tx.send(INSERT, [storeId, ...mail.values(row)]);
}

/** Milliseconds until a mail may be sent; 0: now. */
export async function mailDueInMs(db: Queryable, storeId: string, mailId: string): Promise<number> {
  const [row] = await db.query<{ ms: number }>(
    `SELECT greatest(0, ceil(extract(epoch FROM due_at - now()) * 1000))::int AS ms FROM mail WHERE store_id = $1 AND id = $2`,
    [storeId, mailId],
  );
  return row?.ms ?? 0;
}

export interface Waiting {
  readonly id: string;
  readonly label: string;
  readonly items: number;
  /** The number of all that wait, also beyond the limit. */
  readonly total: number;
}

/**
 * Locks an unwritten digest and reads what waits for the owner of its token's proposals, newest first.
 * @returns undefined when the mail is written already
 */
export async function lockDigest(
  tx: Transaction,
  storeId: string,
  mailId: string,
  limit: number,
): Promise<Waiting[] | undefined> {
  const [digest] = await tx.query<{ tokenId: string }>(
    `SELECT token_id AS "tokenId" FROM mail WHERE store_id = $1 AND id = $2 AND NOT written FOR UPDATE`,
    [storeId, mailId],
  );
  if (!digest) return undefined;
  return tx.query<Waiting>(
    `SELECT p.id, t.label, p.recorded_items AS items, count(*) OVER ()::int AS total
     FROM proposal p JOIN access_token t ON t.store_id = p.store_id AND t.id = p.token_id
     WHERE p.store_id = $1 AND p.token_id = $2 AND p.state = 'submitted' ORDER BY p.id DESC LIMIT $3`,
    [storeId, digest.tokenId, limit],
  );
}

export async function writeDigest(tx: Transaction, storeId: string, mailId: string, mail: MailText): Promise<void> {
  await tx.query('UPDATE mail SET subject = $3, body = $4, written = true WHERE store_id = $1 AND id = $2', [
    storeId,
    mailId,
    mail.subject,
    mail.text,
  ]);
}

export async function dropDigest(tx: Transaction, storeId: string, mailId: string): Promise<void> {
  await tx.query(
    `UPDATE mail SET state = 'dropped', written = true WHERE store_id = $1 AND id = $2 AND state = 'queued'`,
    [storeId, mailId],
  );
}

export async function findMail(db: Queryable, storeId: string, mailId: string): Promise<MailRow | undefined> {
  const [row] = await db.query<MailRow>(`${SELECT} WHERE m.store_id = $1 AND m.id = $2`, [storeId, mailId]);
  return row;
}

const INVITED = `
  SELECT o.id AS "ownerId", o.invite_expires_at AS "expiresAt" FROM mail m
  JOIN owner_account o ON o.store_id = m.store_id AND o.id = m.owner_id
  WHERE m.store_id = $1 AND m.id = $2 AND m.token_id IS NULL AND o.joined_at IS NULL AND o.invite_expires_at > now()`;

/**
 * Finds the invited person of a mail, and the end of the invitation. @returns undefined for any other mail, and when the invitation was
 * taken meanwhile
 */
export async function findInvited(
  db: Queryable,
  storeId: string,
  mailId: string,
): Promise<{ readonly ownerId: string; readonly expiresAt: string } | undefined> {
  const [row] = await db.query<{ ownerId: string; expiresAt: string }>(INVITED, [storeId, mailId]);
  return row;
}

/**
 * Whether a caller works with letters alone. Mails to persons of the store tell of log-ins, invitations and passwords, and are for owners.
 */
export const seesLettersAlone = ({ role = 'owner' }: Pick<Principal, 'role'>): boolean => role !== 'owner';

const LISTED = `${SELECT}
  WHERE m.store_id = $1 AND ($2::text IS NULL OR m.state = $2) AND ($3::text IS NULL OR m.id < $3)
    AND (NOT $4 OR m.owner_id IS NULL) ORDER BY m.id DESC LIMIT $5`;

interface MailFilter {
  /** True: without the mails to persons of the store. */
  readonly lettersAlone: boolean;
  /** null: mails in whatever state. */
  readonly state: MailRow['state'] | null;
  /** The id of the last row of the page before. */
  readonly before: string | null;
}

/** Lists the mails of a store, newest first. */
export function listMails(
  db: Queryable,
  storeId: string,
  { lettersAlone, state, before }: MailFilter,
  limit: number,
): Promise<MailRow[]> {
  return db.query<MailRow>(LISTED, [storeId, state, before, lettersAlone, limit]);
}

const TITLES = `SELECT id, subject AS title FROM mail WHERE store_id = $1 AND id = ANY ($2) AND subject <> ''`;

/** Mails to owners are called by their subject; letters have none before they are written. */
export const mailTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);

/** A mail that is to be sent after all, and what it was before. */
export interface Queued {
  readonly id: string;
  readonly before: 'kept' | 'failed';
}

/** Locked in the order of their ids, so that two who send the same mails wait for each other, and the second finds none. */
const queue = (which: string): string => `
  WITH chosen AS (
    SELECT id, state FROM mail WHERE store_id = $1 AND (NOT $2 OR owner_id IS NULL) AND ${which} FOR UPDATE)
  UPDATE mail m SET state = 'queued', last_error = NULL FROM chosen c
  WHERE m.store_id = $1 AND m.id = c.id RETURNING m.id, c.state AS before`;

const RECENT = `state = 'kept' AND created_at >= $3`;
const QUEUE_RECENT = queue(`${RECENT} ORDER BY id LIMIT $4`);
const QUEUE_NAMED = queue(`state IN ('kept', 'failed') AND id = ANY ($3) ORDER BY id`);

/** Puts kept mails into the queue again, the oldest first. @param most at most */
export async function queueRecent(
  tx: Transaction,
  storeId: string,
  lettersAlone: boolean,
  since: Date,
  most: number,
): Promise<Queued[]> {
  const queued = await tx.query<Queued>(QUEUE_RECENT, [storeId, lettersAlone, since, most]);
  return queued.toSorted(byId);
}

/**
 * Puts these mails into the queue again.
 * @throws {Refusal} not_found, invalid_state where one of them is on its way, was sent, or had nothing left to tell
 */
export async function queueNamed(
  tx: Transaction,
  storeId: string,
  lettersAlone: boolean,
  ids: readonly string[],
): Promise<Queued[]> {
  const queued = await tx.query<Queued>(QUEUE_NAMED, [storeId, lettersAlone, ids]);
  const other = ids.find((id) => !queued.some((each) => each.id === id));
  if (other === undefined) return queued.toSorted(byId);
  const [found] = await tx.query<Pick<MailRow, 'state'>>(STATE, [storeId, lettersAlone, other]);
  if (!found) return refuse('not_found', 'There is no such mail.', { quotesNobody: true });
  return refuse('invalid_state', 'Only what was kept, or could not be sent, is sent again.', {
    facts: { state: found.state },
    quotesNobody: true,
  });
}

const STATE = 'SELECT state FROM mail WHERE store_id = $1 AND (NOT $2 OR owner_id IS NULL) AND id = $3';

const byId = (left: Queued, right: Queued): number => (left.id < right.id ? -1 : 1);

const KEPT = `SELECT count(*)::int AS count FROM mail WHERE store_id = $1 AND (NOT $2 OR owner_id IS NULL) AND ${RECENT}`;

/** How many mails were kept since then and still are. */
export async function countKept(db: Queryable, storeId: string, lettersAlone: boolean, since: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(KEPT, [storeId, lettersAlone, since]);
  return row?.count ?? 0;
}

/**
 * The states that a mail may come to, and the states before each. An attempt that was taken for lost may be heard of after another one was
 * heard of: a mail that a server has taken is sent, whatever was noted before or comes after.
 */
const MOVES = {
  queued: ['queued'],
  sent: ['queued', 'kept', 'failed'],
  kept: ['queued'],
  failed: ['queued'],
  dropped: ['queued'],
} as const satisfies Partial<Record<MailRow['state'], readonly MailRow['state'][]>>;

const MOVE = `
  UPDATE mail SET state = $3, last_error = $4, sent_at = CASE WHEN $3 = 'sent' THEN now() ELSE sent_at END
  WHERE store_id = $1 AND id = $2 AND state = ANY($5)`;

/** Leaves a mail alone from whose state no way leads there. */
export async function moveMail(
  db: Queryable,
  storeId: string,
  mailId: string,
  to: keyof typeof MOVES,
  error: string | null,
): Promise<void> {
  await db.query(MOVE, [storeId, mailId, to, error, MOVES[to]]);
}

/** Open ones of all stores. */
export const findOpenMails = (maintenance: Queryable, page: Page): Promise<FoundRow<MailDeliveryInput>[]> =>
  maintenance.query(openRowsOf('mail'), page);

/** How long a mail is kept that is on its way no more: what it told has been decided on by then, or is in the inbox. */
const LIFE_DAYS = 90;

/** Deletes mails of all stores that have outlived their term. @param batch rows at most @returns how many */
export async function deleteOldMails(maintenance: Queryable, batch: number): Promise<number> {
  const [row] = await maintenance.query<{ deleted: number }>('SELECT sweep_mails($1::interval, $2) AS deleted', [
    `${LIFE_DAYS} days`,
    batch,
  ]);
  return row?.deleted ?? 0;
}
