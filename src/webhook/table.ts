import { extensionKey } from '../extension/aggregate';
import { createdAt, label, nullable, oneOf, t, time, words } from '../kernel/schema/schema';
import { identity, MOMENT, type Row, table } from '../kernel/table/table';

/** ignored: about nothing that is here, e.g. the payment of another shop of the same merchant. failed: nobody has looked. */
const webhookStates = ['kept', 'handled', 'ignored', 'failed'] as const;

const moved = { kept: 'apart' } as const;

/**
 * A message that a provider has sent by itself. The same message twice is one row. It is the provider's doing, and nobody's change of the
 * store.
 */
export const webhook = table({
  word: 'webhook',
  label: label('Sağlayıcı bildirimi', 'Webhook'),
  table: 'webhook',
  columns: {
    id: identity('whk'),
    extension: { type: 'text', schema: extensionKey, kept: 'once' },
    /** SHA-256 of what was posted. */
    digest: { type: 'text', schema: t.String(), kept: 'once', shown: false },
    news: { type: 'jsonb', schema: t.Record(t.String(), t.Unknown()), kept: 'once', shown: false },
    state: {
      type: 'text',
      schema: label(
        'Durum',
        'State',
      )(
        oneOf(
          webhookStates,
          words({
            kept: ['alındı', 'kept'],
            handled: ['işlendi', 'handled'],
            ignored: ['bu mağazayla ilgili değil', 'about nothing here'],
            failed: ['işlenemedi', 'failed'],
          }),
        ),
      ),
      kept: 'once',
      initial: 'kept',
    },
    failure: { type: 'text', schema: nullable(t.String()), ...moved },
    createdAt: { type: 'timestamptz', schema: createdAt, kept: 'apart', noted: MOMENT },
    handledAt: { type: 'timestamptz', schema: nullable(time()), ...moved },
  },
});

export type WebhookRow = Row<typeof webhook>;
