import { label, nullable, t } from '../../kernel/schema/schema';
import { webhookCheckTerms, webhookRegisterTerms } from '../contract/webhook';
import { type JobOf, jobKind } from '../job/declaration';
import { onceKind } from '../job/once';
import { counter } from '../job/table';

const webhookId = label('Bildirim adresinin numarası', 'Id of the webhook')(nullable(t.String()));

/** Tells a marketplace the address of the shop and its key. */
export const webhookRegister = onceKind({
  name: 'webhook.register',
  terms: webhookRegisterTerms,
  input: {},
  counters: { webhookId },
  details: {},
  initial: { webhookId: null },
  result: { fields: { webhookId }, of: ({ progress: { webhookId } }) => ({ webhookId }) },
});

/** Looks whether a marketplace posts to the shop still, and switches it on again where it does not. */
export const webhookCheck = jobKind({
  name: 'webhook.check',
  terms: webhookCheckTerms,
  input: {},
  counters: { reactivated: counter('Yeniden açılan', 'Switched on again') },
  details: {},
  position: {},
  initial: { reactivated: 0 },
  result: { fields: { reactivated: t.Integer() }, of: ({ progress: { reactivated } }) => ({ reactivated }) },
});

export type CheckJob = JobOf<typeof webhookCheck>;
