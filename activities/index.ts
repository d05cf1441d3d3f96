import type { Platform } from '../src/platform';
import { createChannelActivities } from './channel.catalog.pull';
import { createMailActivities } from './mail.delivery';
import { createProposalActivities } from './proposal.application';
import { createRetentionActivities } from './retention.sweep';

export const createActivities = (platform: Platform) => ({
  ...createChannelActivities(platform),
  ...createMailActivities(platform),
  ...createProposalActivities(platform),
  ...createRetentionActivities(platform.database),
});
