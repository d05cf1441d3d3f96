import { provider as second } from './provider';

/** A marketplace as it was compiled for a release that asked for no terms of its acts upon packages. */
export const provider = { ...second, channel: { ...second.channel, packageActs: ['preparing'] } };
