import { domainToASCII } from 'node:url';
import { withSigns } from '../kernel/schema/visible';

/** The store on whose behalf a mail is sent. */
export interface Sender {
  readonly storeName: string;
  /** null: the store has stated no e-mail. */
  readonly email: string | null;
}

const NAME_LENGTH_MAX = 60;

/**
 * The part of a mail that a mail program reads. The address is that of the installation, for which its mail server answers; name and answers
 * are the store's.
 * @param mailFrom `Name <address>`, or an address alone
 */
export function envelopeOf(mailFrom: string, mailId: string, { storeName, email }: Sender) {
  const address = (/<([^<>]*)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom).trim();
  // Filters count a name without a domain, and one of another domain than the sender's.
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1)) || 'localhost';
  return {
    from: { name: displayName(storeName), address },
    ...(email === null ? {} : { replyTo: { name: '', address: email } }),
    messageId: `<${mailId}@${domain}>`,
    // Nobody's absence is told to a program (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** A name that reads as an address would be taken for the sender's. */
function displayName(storeName: string): string {
  const line = withSigns(storeName, () => ' ').replaceAll(/[@<>\s]+/g, ' ');
  return [...line.trim()].slice(0, NAME_LENGTH_MAX).join('').trim();
}
