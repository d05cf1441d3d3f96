import type { Noun } from '../noun';
import { buyerIdentity } from './buyer/identity/table';
import { refusals } from './refusals';
import { session } from './session/table';

export default {
  tables: [buyerIdentity, session],
  refusals,
} satisfies Noun;
