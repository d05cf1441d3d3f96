export { channelJob } from './channel.job';
export { mailDelivery } from './mail.delivery';
export { proposalApplication } from './proposal.application';
export { retentionSweep } from './retention.sweep';
