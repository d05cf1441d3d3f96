import { label, nullable, object, oneOf, t, time, words } from '../kernel/schema';
import { secretNames, secretWords } from '../provider/providers';

const extensionLabel = label('Eklenti', 'Extension');

export const extensionKey = extensionLabel(
  t.String({
    pattern: '^[a-z][a-z0-9-]{1,39}$',
    description: 'Extension key, e.g. trendyol.',
  }),
);

/** Only what is declared: a credential that is pasted into the wrong field fits no schema, so nothing writes it down. */
export const secretName = label(
  'Gizli bilginin adı',
  'Name of the secret',
)(
  oneOf(secretNames as [string, ...string[]], {
    description: 'A key that the extension declares.',
    ...words(secretWords),
  }),
);

export const configLabel = label('Ayarlar', 'Settings');

export const installedSchema = label(
  'Eklenti',
  'Extension',
)(
  object({
    extension: extensionLabel(t.String()),
    version: label('Eklenti sürümü', 'Version')(t.String()),
    enabled: label('Açık', 'Enabled')(t.Boolean()),
    config: configLabel(t.Record(t.String(), t.Unknown())),
    rev: label('Sürüm', 'Revision')(t.Integer()),
  }),
);

export const secretSchema = label(
  'Gizli bilgi',
  'Secret',
)(
  object({
    key: label('Anahtar', 'Key')(t.String()),
    label: label('Ad', 'Name')(t.String()),
    isSet: label('Kayıtlı', 'Set')(t.Boolean()),
    setAt: label('Kaydedildi', 'Set at')(nullable(time())),
  }),
);

export const extensionSchema = object({
  key: t.String(),
  name: t.String(),
  kind: oneOf(['channel', 'cargo', 'payment']),
  summary: t.String(),
  version: t.String({ description: "The platform's current manifest version." }),
  installed: nullable(object({ version: t.String(), enabled: t.Boolean(), rev: t.Integer(), installedAt: time() })),
  config: nullable(t.Record(t.String(), t.Unknown())),
  configSchema: t.Record(t.String(), t.Unknown()),
  secrets: t.Array(secretSchema),
  blockedBy: t.Array(t.String()),
});
