import passwordSet from './account.password.set';
import sessionEnd from './account.session.end';
import sessionsEnd from './account.sessions.end';
import { accountOwners } from './owner/list';
import { accountSessions } from './session/list';

/** What an owner does with the own account. Nothing of it is for tokens. */
export default [accountOwners, passwordSet, accountSessions, sessionEnd, sessionsEnd];
