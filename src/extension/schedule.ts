import { nightly, type ScheduledPerStore } from '../kernel/declaration/schedule';

/** After the repair of what storefronts are shown. */
const HOUR = 4;

/** Brings installed extensions to their current version every night, where that takes nothing and asks for nothing. */
export const extensionUpgrades: ScheduledPerStore = {
  name: 'extensions',
  workflow: 'extensionUpgrades',
  summary: 'Bring extensions to their current versions',
  spec: nightly(HOUR),
  catchUp: '12 hours',
};
