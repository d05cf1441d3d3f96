import type { Noun } from '../noun';
import accountLegalPages from './account.legalPages';
import entities from './entities';
import confirm from './legal.page.confirm';
import withdraw from './legal.page.withdraw';
import { legalPage } from './page/table';

export default {
  account: [accountLegalPages, confirm, withdraw],
  entities,
  tables: [legalPage],
} satisfies Noun;
