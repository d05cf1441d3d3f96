import accountMails from './account.mails';
import send from './mail.send';

/** What an owner does with the mails of the store. */
export const mailAccount = [accountMails, send];
