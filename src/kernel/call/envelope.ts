import { object, t, ulidSchema } from '../schema/schema';

/** A call of a command that it names itself: the body of `POST /v1/commands`. */
export interface Envelope {
  readonly command: string;
  readonly storeId: string;
  readonly payload: unknown;
  readonly idempotencyKey?: string;
  readonly dryRun?: boolean;
  readonly deferBump?: boolean;
}

export const envelopeSchema = object({
  command: t.String({ minLength: 3, maxLength: 80, description: 'Command id, e.g. catalog.product.create.' }),
  storeId: t.String({ minLength: 1, maxLength: 64, description: 'The store of the credential.' }),
  payload: t.Record(t.String(), t.Unknown(), { description: 'Fits the schema that GET /v1/commands shows.' }),
  idempotencyKey: t.Optional(ulidSchema),
  dryRun: t.Optional(t.Boolean({ description: 'Answers a preview and changes nothing; consumes no key.' })),
  deferBump: t.Optional(
    t.Boolean({ description: 'Leaves a due generation bump to the next command without it, or to store.syncKv.' }),
  ),
});
