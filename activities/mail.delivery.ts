import { createTransport, type Transporter } from 'nodemailer';
import { invitationToken, passwordLinkToken } from '../src/account/link';
import { findMailedLink } from '../src/account/password-link-store';
import type { MailDeliveryInput } from '../src/mail/contract';
import { envelopeOf } from '../src/mail/envelope';
import { attachedTo, writtenLetters } from '../src/mail/letters';
import { panelAddress } from '../src/mail/notify';
import { dropDigest, findInvited, findMail, lockDigest, mailDueInMs, moveMail, writeDigest } from '../src/mail/store';
import { digestMail, LINK_PLACE } from '../src/mail/text';
import type { Platform } from '../src/platform';
import { findSender } from '../src/store/seller-store';
import { beating } from './beating';

/**
 * The silence of a mail server, in ms, after which it is tried again. A server that has taken a mail may need time to look at it. A sender
 * that does not wait for its yes sends the mail twice.
 */
const SILENCE_MS = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
const DIGEST_LINES_MAX = 20;

type Delivered = 'sent' | 'kept' | 'dropped';

export function createMailActivities({
  database,
  config,
  services,
}: Pick<Platform, 'database' | 'config' | 'services'>) {
  const { smtpUrl, mailFrom } = config;
  let transport: Transporter | undefined;

  /** A digest tells what waits when it is sent; what was withdrawn or decided by then is no news. */
  const written = ({ storeId, mailId }: MailDeliveryInput): Promise<void> =>
    database.transaction(storeId, async (tx) => {
      const waiting = await lockDigest(tx, storeId, mailId, DIGEST_LINES_MAX);
      const [newest] = waiting ?? [];
      if (newest) {
        const lines = (waiting ?? []).map(({ id, items }) => ({
          items,
          link: panelAddress(config, `/proposals/${id}`),
        }));
        const inbox = panelAddress(config, '/proposals');
        const { label, total } = newest;
        await writeDigest(tx, storeId, mailId, digestMail({ label, total, waiting: lines, inbox }));
      } else if (waiting) {
        await dropDigest(tx, storeId, mailId);
      }
      return { keep: true, value: undefined };
    });

  /** The address to which a mail leads. @returns undefined when the link is over, so that the mail has nothing left to say */
  const linkOf = async ({ storeId, mailId }: MailDeliveryInput): Promise<string | undefined> => {
    const invited = await findInvited(database.reader(storeId), storeId, mailId);
    if (invited) {
      const token = invitationToken(services.digests, invited.ownerId, invited.expiresAt);
      return panelAddress(config, `/invitation#${token}`);
    }
    const expiresAt = await findMailedLink(database.system, mailId);
    if (expiresAt === undefined) return undefined;
    return panelAddress(config, `/reset#${passwordLinkToken(services.digests, mailId, expiresAt)}`);
  };

  return {
    /** Milliseconds for which the caps of its token and store hold a mail back. */
    mailDueInMs: ({ storeId, mailId }: MailDeliveryInput): Promise<number> =>
      beating(() => mailDueInMs(database.reader(storeId), storeId, mailId)),

    /**
     * Sends a mail once. A crash between the server's yes and our note sends it again under the same Message-ID, by which mail
     * programs know a copy. Without SMTP settings it is kept where the owner sees it.
     */
    deliverMail: (input: MailDeliveryInput): Promise<Delivered> => beating(() => delivered(input)),

    giveMailUp: ({ storeId, mailId }: MailDeliveryInput, reason: string): Promise<void> =>
      beating(() => moveMail(database.writer(storeId), storeId, mailId, 'failed', reason.slice(0, 500))),
  };

  async function delivered({ storeId, mailId }: MailDeliveryInput): Promise<Delivered> {
    await written({ storeId, mailId });
    const mail = await findMail(database.reader(storeId), storeId, mailId);
    if (!mail || mail.state === 'kept') return 'kept';
    if (mail.state === 'sent' || mail.state === 'dropped') return mail.state;
    const writer = database.writer(storeId);
    // A newer version of the product has posted it, and has a worker that can write it.
    if (mail.letter !== null && !services.letters.some(({ kind }) => kind === mail.letter))
      throw new Error(`no letter ${mail.letter} is known here`);
    const letter = (await writtenLetters(database.reader(storeId), services, storeId, [mail])).get(mailId);
    const to = letter?.to ?? mail.to;
    if (to === null) {
      await moveMail(writer, storeId, mailId, 'dropped', null);
      return 'dropped';
    }
    if (!smtpUrl) {
      await moveMail(writer, storeId, mailId, 'kept', null);
      return 'kept';
    }
    // A mail that a token wrote gets no link, so the words of an agent lead nowhere.
    const leads = mail.tokenId === null && mail.text.includes(LINK_PLACE);
    const link = leads ? await linkOf({ storeId, mailId }) : undefined;
    if (leads && link === undefined) {
      await moveMail(writer, storeId, mailId, 'dropped', null);
      return 'dropped';
    }
    const attachments = [...(await attachedTo(database.reader(storeId), services, storeId, mail))];
    const sender = await findSender(database.reader(storeId), storeId);
    transport ??= createTransport({ url: smtpUrl, ...SILENCE_MS });
    try {
      const { subject, ...body } = letter ?? {
        subject: mail.subject,
        text: link === undefined ? mail.text : mail.text.replace(LINK_PLACE, () => link),
      };
      await transport.sendMail({ ...envelopeOf(mailFrom, mailId, sender), ...body, attachments, to, subject });
    } catch (error) {
      const said = withoutAddress(error as Error, to);
      await moveMail(writer, storeId, mailId, 'queued', said.slice(0, 500));
      throw new Error(said);
    }
    await moveMail(writer, storeId, mailId, 'sent', null);
    return 'sent';
  }
}

/** Mail servers repeat the address that they refuse; what a workflow failed with is kept where nobody can take it out again. */
const withoutAddress = ({ message }: Error, address: string): string =>
  message.replaceAll(new RegExp(address.replaceAll(/[^\w@]/g, '\\$&'), 'gi'), '‹address›');

export type MailActivities = ReturnType<typeof createMailActivities>;
