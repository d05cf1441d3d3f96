import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { MutationContext } from '../../kernel/declaration/context';
import { Contention, refuse } from '../../kernel/errors';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { Titled } from '../../kernel/table/references';
import { insertsInto } from '../../kernel/table/table-store';
import { type CustomerRow, customer, uniqueEmail, uniqueRemote } from './aggregate';
import { customerSearchText } from './search';

const { change } = storeOf(customer);
const { insertNew } = insertsInto(customer);

const FIND_BY_EMAIL = `SELECT ${customer.select()} FROM customer WHERE store_id = $1 AND email_digest = $2 FOR NO KEY UPDATE`;

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'newId' | 'record' | 'services'>;

interface Buyer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/** Changes a customer; the text by which a search finds the customer follows. */
export const changeCustomer = (
  context: Parameters<typeof change>[0],
  before: CustomerRow,
  patch: Partial<Omit<CustomerRow, 'searchText'>>,
): CustomerRow => change(context, before, { ...patch, searchText: customerSearchText({ ...before, ...patch }) });

/** The customer of an address of e-mail, called as it was stated last; made when there is none. */
export async function customerOf(context: Context, buyer: Buyer): Promise<CustomerRow> {
  const { tx, storeId, now, record, services } = context;
  const email = buyer.email.toLowerCase();
  const emailDigest = emailDigestOf(services.digests, storeId, email);
  uniqueEmail.touch(tx, 'claims', [emailDigest]);
  const [found] = await tx.query<CustomerRow>(FIND_BY_EMAIL, [storeId, emailDigest]);
  if (found) return changeCustomer(context, found, { name: buyer.name, phone: buyer.phone });
  const row = {
    ...buyer,
    id: context.newId(customer.prefix),
    email,
    emailDigest,
    remoteDigest: null,
    identityId: null,
    anonymizedAt: null,
    searchText: customerSearchText({ ...buyer, email }),
  };
  if (!(await insertNew(tx, storeId, row, now)))
    throw new Contention(storeId, 'Somebody bought with this address for the first time a moment ago.');
  const at = now.toISOString();
  const made = { ...row, rev: 1, createdAt: at, updatedAt: at };
  record(customer.word, made.id, null, customer.snapshot(made));
  return made;
}

const ID_BY_EMAIL = 'SELECT id FROM customer WHERE store_id = $1 AND email_digest = $2';

const ID_BY_REMOTE = 'SELECT id FROM customer WHERE store_id = $1 AND remote_digest = $2';

/** Finds the customer of an address of e-mail, or of a telephone number without one, for whoever only looks. */
export async function customerIdOf(
  db: Queryable,
  digests: Pick<Context['services']['digests'], 'fingerprint'>,
  storeId: string,
  buyer: { readonly email: string } | { readonly phone: string },
): Promise<string | undefined> {
  const [row] =
    'email' in buyer
      ? await db.query<{ id: string }>(ID_BY_EMAIL, [storeId, emailDigestOf(digests, storeId, buyer.email)])
      : await db.query<{ id: string }>(ID_BY_REMOTE, [
          storeId,
          remoteDigestOf(digests, storeId, knownByTelephone(buyer.phone)),
        ]);
  return row?.id;
}

const emailDigestOf = (digests: Pick<Context['services']['digests'], 'fingerprint'>, storeId: string, email: string) =>
  digests.fingerprint(email.toLowerCase(), `customer|${storeId}`);

const remoteDigestOf = (digests: Pick<Context['services']['digests'], 'fingerprint'>, storeId: string, known: string) =>
  digests.fingerprint(known, `remote customer|${storeId}`);

const knownByTelephone = (phone: string): string => `telephone|${phone}`;

const FIND_REMOTE = `SELECT ${customer.select()} FROM customer WHERE store_id = $1 AND remote_digest = $2 FOR NO KEY UPDATE`;

/**
 * The customer behind a name of a marketplace; made when there is none. The address of e-mail is one of the marketplace, so nobody is found
 * by it, and nobody is written to.
 * @param known the fact that tells the customer from all other buyers of the marketplace
 */
export const remoteCustomerOf = (context: Context, known: string, name: string): Promise<CustomerRow> =>
  unmailedCustomerOf(context, known, { name, phone: null });

/** The customer of a telephone number who has stated no e-mail, called as it was stated last; made when there is none. */
export const customerByTelephone = (context: Context, buyer: Omit<Buyer, 'email'>): Promise<CustomerRow> =>
  unmailedCustomerOf(context, knownByTelephone(buyer.phone), buyer);

async function unmailedCustomerOf(
  context: Context,
  known: string,
  { name, phone }: { readonly name: string; readonly phone: string | null },
): Promise<CustomerRow> {
  const { tx, storeId, now, record, services } = context;
  const remoteDigest = remoteDigestOf(services.digests, storeId, known);
  uniqueRemote.touch(tx, 'claims', [remoteDigest]);
  const [found] = await tx.query<CustomerRow>(FIND_REMOTE, [storeId, remoteDigest]);
  if (found) return changeCustomer(context, found, { name });
  const row = {
    name,
    email: null,
    phone,
    id: context.newId(customer.prefix),
    emailDigest: null,
    remoteDigest,
    identityId: null,
    anonymizedAt: null,
    searchText: customerSearchText({ name, email: null, phone }),
  };
  if (!(await insertNew(tx, storeId, row, now)))
    throw new Contention(storeId, 'The same buyer has bought for the first time a moment ago.');
  const at = now.toISOString();
  const made = { ...row, rev: 1, createdAt: at, updatedAt: at };
  record(customer.word, made.id, null, customer.snapshot(made));
  return made;
}

const HOLD = 'FOR NO KEY UPDATE';
const BY_ID = `SELECT ${customer.select()} FROM customer WHERE store_id = $1 AND id = $2 ${HOLD}`;

/** A customer who stays as it is until the transaction ends: before orders, which are made under this lock. @throws {Refusal} not_found */
export async function lockCustomer(tx: Transaction, storeId: string, id: string): Promise<CustomerRow> {
  const [row] = await tx.query<CustomerRow>(BY_ID, [storeId, id]);
  return row ?? noSuchCustomer();
}

const noSuchCustomer = (): never => refuse('not_found', 'There is no such customer.', { quotesNobody: true });

const KNOWN_BY = 'SELECT email, phone FROM customer WHERE store_id = $1 AND id = $2';

/** Finds the facts by which a customer's sessions are found; a forgotten customer has none. @throws {Refusal} not_found */
export async function reachOfCustomer(
  db: Queryable,
  storeId: string,
  id: string,
): Promise<Pick<CustomerRow, 'email' | 'phone'>> {
  const [row] = await db.query<Pick<CustomerRow, 'email' | 'phone'>>(KNOWN_BY, [storeId, id]);
  return row ?? noSuchCustomer();
}

const ATTACHED = `SELECT ${customer.select()} FROM customer WHERE store_id = $1 AND identity_id IS NOT NULL`;
const OF_IDENTITY = `${ATTACHED} AND identity_id = $2 ORDER BY id ${HOLD}`;
const OF_BOTH = `${ATTACHED} AND identity_id = $2 AND id = $3 ${HOLD}`;
const OF_CUSTOMER = `${ATTACHED} AND id = $2 ${HOLD}`;

interface Linked {
  readonly identityId: string | null;
  readonly customerId: string | null;
}

/** Customers that are attached to a shopper identity, or this one alone, locked; one of both has to be named. */
export function lockLinked(
  tx: Transaction,
  storeId: string,
  { identityId, customerId }: Linked,
): Promise<CustomerRow[]> {
  if (identityId === null) return tx.query<CustomerRow>(OF_CUSTOMER, [storeId, customerId]);
  if (customerId === null) return tx.query<CustomerRow>(OF_IDENTITY, [storeId, identityId]);
  return tx.query<CustomerRow>(OF_BOTH, [storeId, identityId, customerId]);
}

const TITLES = `
  SELECT c.id, 'Müşteri ' || coalesce('· sipariş ' || last.number, right(c.id, 6)) AS title
  FROM customer c LEFT JOIN LATERAL (
    SELECT o.number FROM store_order o WHERE o.store_id = $1 AND o.customer_id = c.id ORDER BY o.placed_at DESC, o.id DESC LIMIT 1
  ) last ON true
  WHERE c.store_id = $1 AND c.id = ANY($2)`;

/** Titles customers by their last orders. A name is data of a person, and titles are kept beside sealed values. */
export const customerTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);
