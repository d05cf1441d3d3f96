import type { Noun } from '../noun';
import anonymize from './customer.anonymize';
import identityAttach from './customer.identity.attach';
import identityUnlink from './customer.identity.unlink';

export default {
  capabilities: [identityAttach, identityUnlink, anonymize],
} satisfies Noun;
