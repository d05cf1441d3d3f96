import type { Noun } from '../noun';
import accountMails from './account.mails';
import { mail } from './table';
import { mailWork } from './work';

export default {
  account: [accountMails],
  tables: [mail],
  works: [mailWork],
} satisfies Noun;
