import type { Noun } from '../noun';
import accountStores from './account.stores';
import { channelSettings } from './channel/aggregate';
import { checkout } from './checkout/aggregate';
import { designDraft, liveDesign } from './design/aggregate';
import { designBody, designVersion } from './design/table';
import entities from './entities';
import { flag } from './flag/table';
import { identity } from './identity/aggregate';
import { refusals } from './refusals';
import { projectionRepair } from './schedule';
import { stockPolicy } from './stock/aggregate';
import checkoutSettingsGet from './store.checkoutSettings.get';
import generationSet from './store.generation.set';
import healthGet from './store.health.get';
import identityGet from './store.identity.get';
import open from './store.open';
import ownJoin from './store.own.join';
import ownLeave from './store.own.leave';
import ownOpen from './store.own.open';
import alert from './store.owner.alert';
import ownerInvite from './store.owner.invite';
import join from './store.owner.join';
import leave from './store.owner.leave';
import ownerReinvite from './store.owner.reinvite';
import remind from './store.owner.remind';
import ownerRemove from './store.owner.remove';
import renew from './store.owner.renew';
import reset from './store.owner.reset';
import ownerSetRole from './store.owner.setRole';
import rename from './store.rename';
import repair from './store.repair';
import secondFactorRequire from './store.secondFactor.require';
import stockSettingsGet from './store.stockSettings.get';
import syncKv from './store.syncKv';
import { store } from './table';
import { update } from './update/aggregate';

export default {
  capabilities: [
    generationSet,
    healthGet,
    identityGet,
    checkoutSettingsGet,
    stockSettingsGet,
    open,
    join,
    leave,
    alert,
    remind,
    reset,
    renew,
    repair,
    syncKv,
  ],
  account: [
    accountStores,
    ownOpen,
    ownJoin,
    ownLeave,
    ownerInvite,
    ownerSetRole,
    ownerReinvite,
    ownerRemove,
    rename,
    secondFactorRequire,
  ],
  entities,
  tables: [
    channelSettings,
    checkout,
    flag,
    identity,
    stockPolicy,
    store,
    liveDesign,
    designDraft,
    designVersion,
    designBody,
    update,
  ],
  schedules: { perStore: [projectionRepair] },
  refusals,
} satisfies Noun;
