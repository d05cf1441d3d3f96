import { entity } from '../kernel/declaration/entity';
import { object } from '../kernel/schema/schema';
import { mailTitles } from './store';
import { mail } from './table';

const { state } = mail.columns;

/** Entity of changes of mails. */
export default [
  entity(mail.word, mail.label(object({ state: state.schema })), {
    titles: { prefix: 'mai', find: mailTitles },
    besideShop: true,
  }),
];
