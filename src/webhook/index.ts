import webhooks from './account.webhooks';
import addresses from './account.webhooks.addresses';

export const webhookAccount = [webhooks, addresses];
