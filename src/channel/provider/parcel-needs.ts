import { channelNeeds } from './needs';

/** The needs of acts upon packages: the marketplace tells afterwards what became of them. */
export const packageActNeeds = channelNeeds('enabled', 'packagesOfOrder', 'packagesById', 'actOnPackage');

/** The needs of labels: a marketplace that is switched off still has those of earlier sales. */
export const packageLabelNeeds = channelNeeds('ready', 'labels');
