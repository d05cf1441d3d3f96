import type { Noun } from '../noun';
import accountImports from './account.imports';
import { acts } from './acts';
import giveUp from './bulk.giveUp';
import importExtend from './bulk.import.extend';
import importStart from './bulk.import.start';
import record from './bulk.record';
import { importRun } from './import/table';
import { recording } from './table';
import { bulkWork } from './work';

export default {
  account: [...acts, record, giveUp, accountImports, importStart, importExtend],
  tables: [recording, importRun],
  works: [bulkWork],
} satisfies Noun;
