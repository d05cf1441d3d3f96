import type { Noun } from '../noun';
import accountMails from './account.mails';
import entities from './entities';
import send from './mail.send';
import { mail } from './table';
import { mailWork } from './work';

export default {
  account: [accountMails, send],
  entities,
  tables: [mail],
  works: [mailWork],
} satisfies Noun;
