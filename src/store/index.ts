import accountStores from './account.stores';
import checkoutSettingsGet from './store.checkoutSettings.get';
import generationSet from './store.generation.set';
import healthGet from './store.health.get';
import identityGet from './store.identity.get';
import open from './store.open';
import ownJoin from './store.own.join';
import ownLeave from './store.own.leave';
import ownOpen from './store.own.open';
import ownerInvite from './store.owner.invite';
import join from './store.owner.join';
import leave from './store.owner.leave';
import ownerReinvite from './store.owner.reinvite';
import ownerRemove from './store.owner.remove';
import rename from './store.rename';
import repair from './store.repair';
import stockSettingsGet from './store.stockSettings.get';
import syncKv from './store.syncKv';

export default [
  generationSet,
  healthGet,
  identityGet,
  checkoutSettingsGet,
  stockSettingsGet,
  open,
  join,
  leave,
  repair,
  syncKv,
];

/** What owners do under `/v1/account/`. */
export const storeAccount = [
  accountStores,
  ownOpen,
  ownJoin,
  ownLeave,
  ownerInvite,
  ownerReinvite,
  ownerRemove,
  rename,
];
