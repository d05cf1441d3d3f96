import type { Noun } from '../noun';
import accountOwners from './account.owners';
import passkeyAdd from './account.passkey.add';
import passkeyBegin from './account.passkey.begin';
import passkeyRemove from './account.passkey.remove';
import passkeyRename from './account.passkey.rename';
import accountPasskeys from './account.passkeys';
import passwordSet from './account.password.set';
import recoveryCodeNote from './account.recoveryCode.note';
import recoveryCodesRenew from './account.recoveryCodes.renew';
import accountSecondFactor from './account.secondFactor';
import secondFactorBegin from './account.secondFactor.begin';
import secondFactorEnd from './account.secondFactor.end';
import secondFactorNote from './account.secondFactor.note';
import secondFactorProve from './account.secondFactor.prove';
import sessionEnd from './account.session.end';
import accountSessions from './account.sessions';
import sessionsEnd from './account.sessions.end';
import accountViews from './account.views';
import viewsSet from './account.views.set';
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
    recoveryCodeNote,
    recoveryCodesRenew,
    accountPasskeys,
    passkeyBegin,
    passkeyAdd,
    passkeyRename,
    passkeyRemove,
    accountViews,
    viewsSet,
  ],
  entities,
  tables: [owner],
  refusals,
} satisfies Noun;
