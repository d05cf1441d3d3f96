import type { CommandBus } from '../../kernel/bus';
import { askByItself } from '../job/ask-quietly';
import { isEnabledChannel } from '../provider/enabled';
import { channelNeeds } from '../provider/needs';
import { offersPush, pushInput } from './declaration';

export const pushNeeds = channelNeeds('enabled', 'sendOffers', 'batch', 'offers');

/** Asks for a push of what has changed, where the store wants one and none is under way. */
export const askPush = (bus: CommandBus, storeId: string, extension: string): Promise<string> => {
  const asked = { extension, input: pushInput('send') };
  return askByItself(bus, storeId, offersPush, asked, (tx) => isEnabledChannel(tx, storeId, extension, pushNeeds));
};
