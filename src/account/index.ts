import passwordSet from './account.password.set';
import sessionEnd from './account.session.end';
import sessionsEnd from './account.sessions.end';
import { accountSessions } from './session/list';

/** What an owner does with the own account. Nothing of it is for tokens. */
export default [passwordSet, accountSessions, sessionEnd, sessionsEnd];
