import { work } from '../kernel/work/work';
import { webhookIngestion } from './contract';
import { failWebhook, findOpenWebhooks } from './store';

export const webhookWork = work(webhookIngestion, {
  find: findOpenWebhooks,
  abandon: ({ database }, storeId, webhookId, { reason }) =>
    failWebhook(database.writer(storeId), storeId, webhookId, reason),
});
