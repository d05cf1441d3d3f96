import { createTransport, type Transporter } from 'nodemailer';
import type { Platform } from '../src/platform';
import type { MailDeliveryInput } from '../src/proposal/mail.jobs';
import { findMail, setMailState } from '../src/proposal/mail.store';

const TIMEOUT_MS = 15_000;

export function createMailActivities({ database, services }: Pick<Platform, 'database' | 'services'>) {
  const { smtpUrl, mailFrom } = services.config;
  let transport: Transporter | undefined;
  return {
    /**
     * Sends a mail once. A crash between the server's yes and our note sends it again under the same Message-ID, by which mail
     * programs know a copy. Without SMTP settings it is kept where the owner sees it.
     */
    async deliverMail({ storeId, mailId }: MailDeliveryInput): Promise<'sent' | 'kept'> {
      const db = database.reader(storeId);
      const mail = await findMail(db, storeId, mailId);
      if (!mail || mail.state === 'sent' || mail.state === 'kept') return mail?.state === 'sent' ? 'sent' : 'kept';
      if (!smtpUrl) {
        await setMailState(db, storeId, mailId, 'kept', null);
        return 'kept';
      }
      transport ??= createTransport(smtpUrl, { connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS } as never);
      try {
        const { to, subject, text } = mail;
        await transport.sendMail({ from: mailFrom, to, subject, text, messageId: `<${mailId}@tezgah>` });
      } catch (error) {
        await setMailState(db, storeId, mailId, 'queued', (error as Error).message.slice(0, 500));
        throw error;
      }
      await setMailState(db, storeId, mailId, 'sent', null);
      return 'sent';
    },

    async giveMailUp({ storeId, mailId }: MailDeliveryInput, reason: string): Promise<void> {
      await setMailState(database.reader(storeId), storeId, mailId, 'failed', reason.slice(0, 500));
    },
  };
}

export type MailActivities = ReturnType<typeof createMailActivities>;
