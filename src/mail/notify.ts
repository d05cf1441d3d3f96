import type { MutationContext } from '../kernel/declaration/context';
import type { Role } from '../kernel/declaration/roles';
import type { Services } from '../kernel/declaration/services';
import { localUrl } from '../kernel/process/local-url';
import { momentText } from '../kernel/shop-time';
import { mailDelivery } from './contract';
import { findOpenDigest, insertMail, joinedOwners, mailTurns } from './store';
import {
  invitationMail,
  type MailText,
  newBrowserMail,
  passwordLinkMail,
  passwordRenewedMail,
  submissionMail,
} from './text';

/*
 * Agents submit as often as they like; an owner reads few mails. A submission is mailed at once while its token and its store
 * have sent few (MAILS_MAX). After that, what waits is collected: one digest of a token is open at a time, falls due when the
 * caps have room again, and is written when it is sent, so that it lists what waits then.
 */

/** The address of a page of the panel. */
export const panelAddress = (
  { publicUrl, host, port }: Pick<Services['settings'], 'publicUrl' | 'host' | 'port'>,
  page: string,
): string => `${publicUrl || localUrl(host, port)}/panel${page}`;

interface Submission {
  readonly id: string;
  readonly tokenId: string;
  readonly tokenLabel: string;
  readonly total: number;
  readonly note: string | null;
}

/** Lets the owners know that a proposal was submitted, now or in their next digest. */
export async function notifyOwners(
  { tx, storeId, now, newId, effects, services }: MutationContext,
  { id, tokenId, tokenLabel, total, note }: Submission,
): Promise<void> {
  for (const { ownerId, dueAt } of await mailTurns(tx, storeId, tokenId)) {
    const waits = dueAt !== null && dueAt > now;
    if (waits && (await findOpenDigest(tx, storeId, tokenId, ownerId))) continue;
    const mailId = newId('mai');
    const link = panelAddress(services.settings, `/proposals/${id}`);
    const written = waits ? null : submissionMail({ label: tokenLabel, items: total, note, link });
    const mail = { id: mailId, tokenId, ownerId, at: now, dueAt: waits ? dueAt : null, written };
    if (await insertMail(tx, storeId, mail)) effects.startWorkflow(mailDelivery, { storeId, mailId });
  }
}

/** Lets every owner know of something that the product has done by itself. */
export async function mailEveryOwner(
  { tx, storeId, now, newId, effects }: MutationContext,
  written: MailText,
): Promise<void> {
  for (const ownerId of await joinedOwners(tx, storeId)) {
    const mailId = newId('mai');
    if (await insertMail(tx, storeId, { id: mailId, tokenId: null, ownerId, at: now, dueAt: null, written }))
      effects.startWorkflow(mailDelivery, { storeId, mailId });
  }
}

/** Writes to somebody who is invited to the store. The link is written in when the mail is sent: nothing keeps it. */
export async function mailInvitation(
  { tx, storeId, now, newId, effects }: MutationContext,
  { ownerId, ...invitation }: { readonly ownerId: string; readonly storeName: string; readonly role: Role },
): Promise<void> {
  const mailId = newId('mai');
  const mail = { id: mailId, tokenId: null, ownerId, at: now, dueAt: null, written: invitationMail(invitation) };
  if (await insertMail(tx, storeId, mail)) effects.startWorkflow(mailDelivery, { storeId, mailId });
}

/** Writes to an owner who has lost the password. The link is written in when the mail is sent. @param mailId names the link, too */
export async function mailPasswordLink(
  { tx, storeId, now, effects }: MutationContext,
  { mailId, ownerId }: { readonly mailId: string; readonly ownerId: string },
): Promise<void> {
  const mail = { id: mailId, tokenId: null, ownerId, at: now, dueAt: null, written: passwordLinkMail() };
  if (await insertMail(tx, storeId, mail)) effects.startWorkflow(mailDelivery, { storeId, mailId });
}

/** Writes to an owner whose password was set by a link. @param passkeys names of those that stay */
export async function mailPasswordRenewed(
  { tx, storeId, now, newId, effects, services }: MutationContext,
  { ownerId, passkeys }: { readonly ownerId: string; readonly passkeys: readonly string[] },
): Promise<void> {
  const mailId = newId('mai');
  const written = passwordRenewedMail({ passkeys, link: panelAddress(services.settings, '/account') });
  const mail = { id: mailId, tokenId: null, ownerId, at: now, dueAt: null, written };
  if (await insertMail(tx, storeId, mail)) effects.startWorkflow(mailDelivery, { storeId, mailId });
}

/** Writes to an owner whose password was used at a browser that is new to the login. @param device by the browser's own words */
export async function mailNewBrowser(
  { tx, storeId, now, newId, effects, services }: MutationContext,
  { ownerId, device }: { readonly ownerId: string; readonly device: string },
): Promise<string> {
  const mailId = newId('mai');
  const link = panelAddress(services.settings, '/account');
  const written = newBrowserMail({ device, at: momentText(now.toISOString()), link });
  const mail = { id: mailId, tokenId: null, ownerId, at: now, dueAt: null, written };
  if (await insertMail(tx, storeId, mail)) effects.startWorkflow(mailDelivery, { storeId, mailId });
  return mailId;
}
