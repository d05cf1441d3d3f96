export { channelJob } from './channel.job';
export { retentionSweep } from './retention.sweep';
