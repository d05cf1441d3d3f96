import type { Queryable, Transaction } from '../kernel/database';

export interface MailRow {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly state: 'queued' | 'sent' | 'kept' | 'failed';
  readonly lastError: string | null;
  readonly createdAt: string;
  readonly sentAt: string | null;
}

const COLUMNS = `id, to_address AS "to", subject, body AS text, state, last_error AS "lastError", created_at AS "createdAt", sent_at AS "sentAt"`;

export function ownerAddresses(db: Queryable, storeId: string): Promise<{ email: string }[]> {
  return db.query<{ email: string }>('SELECT email FROM owner_account WHERE store_id = $1 ORDER BY id', [storeId]);
}

export async function insertMail(
  tx: Transaction,
  storeId: string,
  mail: Pick<MailRow, 'id' | 'to' | 'subject' | 'text'> & { readonly at: Date },
): Promise<void> {
  await tx.query(
    'INSERT INTO mail (store_id, id, to_address, subject, body, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [storeId, mail.id, mail.to, mail.subject, mail.text, mail.at],
  );
}

export async function findMail(db: Queryable, storeId: string, mailId: string): Promise<MailRow | undefined> {
  const [row] = await db.query<MailRow>(`SELECT ${COLUMNS} FROM mail WHERE store_id = $1 AND id = $2`, [
    storeId,
    mailId,
  ]);
  return row;
}

/** Newest first. */
export function listMails(db: Queryable, storeId: string, before: string | null, limit: number): Promise<MailRow[]> {
  return db.query<MailRow>(
    `SELECT ${COLUMNS} FROM mail WHERE store_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [storeId, before, limit],
  );
}

export async function setMailState(
  db: Queryable,
  storeId: string,
  mailId: string,
  state: MailRow['state'],
  error: string | null,
): Promise<void> {
  await db.query(
    `UPDATE mail SET state = $3, last_error = $4, sent_at = CASE WHEN $3 = 'sent' THEN now() ELSE sent_at END WHERE store_id = $1 AND id = $2`,
    [storeId, mailId, state, error],
  );
}
