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
  type WayChange,
  wayChangeMail,
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
export async function mailEveryOwner(context: MutationContext, written: MailText): Promise<void> {
  for (const ownerId of await joinedOwners(context.tx, context.storeId)) await mailPerson(context, ownerId, written);
}

/** Mails a person of the store, in the transaction of what the mail tells of: both stay, or neither does. @returns the mail's id */
async function mailPerson(
  { tx, storeId, now, newId, effects }: MutationContext,
  ownerId: string,
  written: MailText,
  mailId = newId('mai'),
): Promise<string> {
  const mail = { id: mailId, tokenId: null, ownerId, at: now, dueAt: null, written };
  if (await insertMail(tx, storeId, mail)) effects.startWorkflow(mailDelivery, { storeId, mailId });
  return mailId;
}

/** Writes to somebody who is invited to the store. The link is written in when the mail is sent: nothing keeps it. */
export async function mailInvitation(
  context: MutationContext,
  { ownerId, ...invitation }: { readonly ownerId: string; readonly storeName: string; readonly role: Role },
): Promise<void> {
  await mailPerson(context, ownerId, invitationMail(invitation));
}

/** Writes to an owner who has lost the password. The link is written in when the mail is sent. @param mailId names the link, too */
export async function mailPasswordLink(
  context: MutationContext,
  { mailId, ownerId }: { readonly mailId: string; readonly ownerId: string },
): Promise<void> {
  await mailPerson(context, ownerId, passwordLinkMail(), mailId);
}

interface PasswordRenewal {
  readonly ownerId: string;
  /** Names of passkeys that stay. */
  readonly passkeys: readonly string[];
  /** The link has ended the second step of the log-in, too. */
  readonly factorEnded: boolean;
}

/** Writes to an owner whose password was set by a link. */
export async function mailPasswordRenewed(
  context: MutationContext,
  { ownerId, ...renewal }: PasswordRenewal,
): Promise<void> {
  const link = panelAddress(context.services.settings, '/account');
  await mailPerson(context, ownerId, passwordRenewedMail({ ...renewal, link }));
}

/** Writes to an owner whose password was used at a browser that is new to the login. @param device by the browser's own words */
export async function mailNewBrowser(
  context: MutationContext,
  { ownerId, device }: { readonly ownerId: string; readonly device: string },
): Promise<string> {
  const link = panelAddress(context.services.settings, '/account');
  return mailPerson(context, ownerId, newBrowserMail({ device, at: momentText(context.now.toISOString()), link }));
}

/** Writes to a person of whose account something else opens it now. @param device by the browser's own words */
export async function mailWayChange(
  context: MutationContext,
  { ownerId, ...told }: WayChange & { readonly ownerId: string; readonly device: string },
): Promise<string> {
  const { settings } = context.services;
  const pages = { forgot: panelAddress(settings, '/forgot'), account: panelAddress(settings, '/account') };
  return mailPerson(context, ownerId, wayChangeMail({ ...told, at: momentText(context.now.toISOString()), pages }));
}
