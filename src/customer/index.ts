import anonymize from './customer.anonymize';
import identityAttach from './customer.identity.attach';
import identityUnlink from './customer.identity.unlink';

export default [identityAttach, identityUnlink, anonymize];
