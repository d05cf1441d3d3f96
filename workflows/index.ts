export { channelJob } from './channel.job';
export { mailDelivery } from './mail.delivery';
export { mediaVariants } from './media.variants';
export { proposalApplication } from './proposal.application';
export { retentionSweep } from './retention.sweep';
