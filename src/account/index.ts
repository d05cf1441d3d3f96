import accountOwners from './account.owners';
import passwordSet from './account.password.set';
import sessionEnd from './account.session.end';
import accountSessions from './account.sessions';
import sessionsEnd from './account.sessions.end';

/** What an owner does with the own account. Nothing of it is for tokens. */
export default [accountOwners, passwordSet, accountSessions, sessionEnd, sessionsEnd];
