import type { Noun } from '../noun';
import accountOwners from './account.owners';
import passwordSet from './account.password.set';
import sessionEnd from './account.session.end';
import accountSessions from './account.sessions';
import sessionsEnd from './account.sessions.end';
import entities from './entities';
import { owner } from './owner/table';
import { refusals } from './refusals';

export default {
  account: [accountOwners, passwordSet, accountSessions, sessionEnd, sessionsEnd],
  entities,
  tables: [owner],
  refusals,
} satisfies Noun;
