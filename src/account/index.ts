import type { Noun } from '../noun';
import accountOwners from './account.owners';
import passwordSet from './account.password.set';
import recoveryCodesRenew from './account.recoveryCodes.renew';
import accountSecondFactor from './account.secondFactor';
import secondFactorBegin from './account.secondFactor.begin';
import secondFactorEnd from './account.secondFactor.end';
import secondFactorNote from './account.secondFactor.note';
import secondFactorProve from './account.secondFactor.prove';
import sessionEnd from './account.session.end';
import accountSessions from './account.sessions';
import sessionsEnd from './account.sessions.end';
import entities from './entities';
import { owner } from './owner/table';
import { refusals } from './refusals';

export default {
  account: [
    accountOwners,
    passwordSet,
    accountSessions,
    sessionEnd,
    sessionsEnd,
    accountSecondFactor,
    secondFactorBegin,
    secondFactorProve,
    secondFactorEnd,
    secondFactorNote,
    recoveryCodesRenew,
  ],
  entities,
  tables: [owner],
  refusals,
} satisfies Noun;
