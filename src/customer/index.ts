import type { Noun } from '../noun';
import accountCustomers from './account.customers';
import accountCustomersGet from './account.customers.get';
import anonymize from './customer.anonymize';
import identityAttach from './customer.identity.attach';
import identityUnlink from './customer.identity.unlink';
import noteAdd from './customer.note.add';
import noteRemove from './customer.note.remove';
import entities from './entities';
import { customerNote } from './note/table';

export default {
  capabilities: [identityAttach, identityUnlink, anonymize],
  account: [accountCustomers, accountCustomersGet, noteAdd, noteRemove],
  entities,
  tables: [customerNote],
} satisfies Noun;
