import type { Platform } from '../src/platform';
import { createChannelActivities } from './channel.catalog.pull';
import { createRetentionActivities } from './retention.sweep';

export const createActivities = (platform: Platform) => ({
  ...createChannelActivities(platform),
  ...createRetentionActivities(platform.database),
});
