import type { Platform } from '../src/platform';
import { createBulkActivities } from './bulk.recording';
import { createCargoActivities } from './cargo';
import { createChannelActivities } from './channel.job';
import { createRoundActivities } from './channel.round';
import { createEpinActivities } from './epin.fulfilment';
import { createExtensionActivities } from './extension.upgrades';
import { createHookActivities } from './hook.breaker';
import { createKeyActivities } from './key.resealing';
import { createMailActivities } from './mail.delivery';
import { createMediaSweep } from './media.sweep';
import { createMediaActivities } from './media.variants';
import { createMetafieldActivities } from './metafield.purge';
import { createRefundActivities } from './order.refund';
import { createPaymentActivities } from './payment.attempt';
import { createProjectionActivities } from './projection.repair';
import { createProposalActivities } from './proposal.application';
import { createRetentionActivities } from './retention.sweep';
import { createUnpaidActivities } from './unpaid.orders';
import { createUpdateActivities } from './updates';
import { createWebhookActivities } from './webhook.ingestion';
import { createWorkspaceActivities } from './workspace.lifecycle';

export const createActivities = (platform: Platform) => ({
  ...createBulkActivities(platform),
  ...createCargoActivities(platform),
  ...createChannelActivities(platform),
  ...createEpinActivities(platform),
  ...createExtensionActivities(platform),
  ...createHookActivities(platform),
  ...createKeyActivities(platform),
  ...createMailActivities(platform),
  ...createMediaActivities(platform),
  ...createMediaSweep(platform),
  ...createMetafieldActivities(platform),
  ...createPaymentActivities(platform),
  ...createProjectionActivities(platform),
  ...createProposalActivities(platform),
  ...createRefundActivities(platform),
  ...createRetentionActivities(platform.database),
  ...createRoundActivities(platform),
  ...createUnpaidActivities(platform),
  ...createUpdateActivities(platform),
  ...createWebhookActivities(platform),
  ...createWorkspaceActivities(platform),
});
