import { nullable, object, oneOf, t, time } from '../kernel/schema';

export const extensionKey = t.String({
  pattern: '^[a-z][a-z0-9-]{1,39}$',
  description: 'Extension key, e.g. trendyol.',
});

export const installedSchema = object({
  extension: t.String(),
  version: t.String(),
  enabled: t.Boolean(),
  config: t.Record(t.String(), t.Unknown()),
  rev: t.Integer(),
});

export const extensionSchema = object({
  key: t.String(),
  name: t.String(),
  kind: oneOf(['channel', 'cargo', 'payment']),
  summary: t.String(),
  version: t.String({ description: "The platform's current manifest version." }),
  installed: nullable(object({ version: t.String(), enabled: t.Boolean(), rev: t.Integer(), installedAt: time() })),
  config: nullable(t.Record(t.String(), t.Unknown())),
  configSchema: t.Record(t.String(), t.Unknown()),
  secrets: t.Array(object({ key: t.String(), label: t.String(), isSet: t.Boolean(), setAt: nullable(time()) })),
  blockedBy: t.Array(t.String()),
});
