import type { Noun } from '../noun';
import { buyerIdentity } from './buyer/identity/table';
import { session } from './session/table';

export default {
  tables: [buyerIdentity, session],
} satisfies Noun;
