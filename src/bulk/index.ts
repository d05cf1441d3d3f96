import type { Noun } from '../noun';
import { acts } from './acts';
import giveUp from './bulk.giveUp';
import record from './bulk.record';
import { recording } from './table';
import { bulkWork } from './work';

export default {
  account: [...acts, record, giveUp],
  tables: [recording],
  works: [bulkWork],
} satisfies Noun;
