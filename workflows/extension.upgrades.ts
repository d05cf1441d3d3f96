import { proxyActivities } from '@temporalio/workflow';
import type { ExtensionActivities } from '../activities/extension.upgrades';

const { upgradeExtensions } = proxyActivities<ExtensionActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 s',
  // The next night looks again.
  retry: { initialInterval: '5 s', maximumInterval: '5 minutes', maximumAttempts: 50 },
});

/**
 * Brings the extensions of a store to their current versions, where nobody has to be asked.
 * @returns the extensions, and those that wait for their owner
 */
export const extensionUpgrades = ({ storeId }: { readonly storeId: string }) => upgradeExtensions(storeId);
