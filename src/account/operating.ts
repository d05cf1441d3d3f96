import { Database } from '../kernel/database/database';
import { localUrl } from '../kernel/process/local-url';
import { linkDigest, newLinkToken, PASSWORD_LINK_LIFE_MS } from './link';
import { findAddressAccount, issuePasswordLink, loginAddresses } from './password-link-store';

/** The database that is to be asked, and what the address of the panel follows from. */
export interface OperatedAccounts {
  /** Settings; an empty `publicUrl` is not set. */
  readonly config: { readonly publicUrl: string; readonly host: string; readonly port: number };
  /** An empty one: there is no database. */
  readonly databaseUrl: string;
  /** The address of a product that runs here; null: none does. */
  readonly api: string | null;
}

/** Why no link was made, in one sentence for who runs the product. */
class OwnersError extends Error {}

/** A link for a new password, which is kept nowhere. */
export interface IssuedLink {
  readonly email: string;
  readonly link: string;
  /** The end of the link's validity in ISO 8601. */
  readonly expiresAt: string;
}

interface ResetRequest {
  /** undefined: of the only address that somebody logs in with. */
  readonly email: string | undefined;
  /** True: the owner has lost the authenticator as well, and the recovery codes. */
  readonly endsSecondFactor: boolean;
}

const SHOWN_MAX = 20;

/**
 * Makes a link for a new password, in the place of the mail that would bring it: whoever reads the database needs no proof. It changes
 * nothing by itself; the trail tells of its use.
 * @throws {OwnersError} when no such owner is there, and when no database is reached
 */
export async function resetOwner(
  operated: OperatedAccounts,
  { email, endsSecondFactor }: ResetRequest,
): Promise<IssuedLink> {
  return withDatabase(operated, async (database) => {
    const known = await loginAddresses(database.system, SHOWN_MAX + 1);
    const [only] = known;
    if (email === undefined && (only === undefined || known.length > 1))
      throw new OwnersError(only === undefined ? NOBODY : `Say whose: ${listedAddresses(known)}.`);
    const address = email ?? (only as string);
    const account = await findAddressAccount(database.system, address);
    if (!account)
      throw new OwnersError(
        only === undefined ? NOBODY : `Nobody logs in with ${address}: there are ${listedAddresses(known)}.`,
      );
    const token = newLinkToken();
    const expiresAt = new Date(Date.now() + PASSWORD_LINK_LIFE_MS);
    await issuePasswordLink(database.systemWriter, {
      ...{ digest: linkDigest(token), ownerId: account.id, mailId: null, expiresAt, endsSecondFactor },
    });
    const { publicUrl, host, port } = operated.config;
    const place = publicUrl || operated.api || localUrl(host, port);
    return { email: address, link: `${place}/panel/reset#${token}`, expiresAt: expiresAt.toISOString() };
  });
}

const NOBODY = 'Nobody can log in yet: the product prints the link of the set-up where it starts.';

const listedAddresses = (addresses: readonly string[]): string =>
  addresses.slice(0, SHOWN_MAX).join(', ') + (addresses.length > SHOWN_MAX ? ' and others' : '');

async function withDatabase<T>(
  { databaseUrl: url }: OperatedAccounts,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (!url)
    throw new OwnersError('Tezgâh does not run on this data folder: start it, or set DATABASE_URL, or TEZGAH_DATA.');
  const database = await Database.open({ url, poolSize: 1, applicationName: 'tezgah-owners' }).catch((error: Error) => {
    throw new OwnersError(`The database does not answer: ${error.message}`);
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
