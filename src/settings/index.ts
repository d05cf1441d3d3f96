import type { Noun } from '../noun';
import { refusals } from './refusals';
import channelUpdate from './settings.channel.update';
import checkoutUpdate from './settings.checkout.update';
import flagSet from './settings.flag.set';
import identityUpdate from './settings.identity.update';
import stockUpdate from './settings.stock.update';
import storeUpdate from './settings.store.update';

export default {
  capabilities: [storeUpdate, identityUpdate, flagSet, checkoutUpdate, stockUpdate, channelUpdate],
  refusals,
} satisfies Noun;
