import type { Noun } from '../noun';
import webhooks from './account.webhooks';
import addresses from './account.webhooks.addresses';
import { webhook } from './table';
import { webhookWork } from './work';

export default {
  account: [webhooks, addresses],
  tables: [webhook],
  works: [webhookWork],
} satisfies Noun;
