import { bothLanguages, label, nullable, object, oneOf, t, time, typeNamed, words } from '../kernel/schema/schema';
import { type ExtensionRow, extension } from './aggregate';
import { grantedTo } from './granted-rights';
import { secretNames, secretWords } from './provider/providers';
import { rightsSchema } from './rights';
import { secret } from './secret/table';

const secretLabel = label('Gizli bilginin adı', 'Name of the secret');

/** Only what is declared: a credential that is pasted into the wrong field fits no schema, so nothing writes it down. */
export const secretName = secretLabel(
  oneOf(secretNames as [string, ...string[]], {
    description: 'A key that the extension declares.',
    ...words(secretWords),
  }),
);

/** The name of a secret that was set when its provider was there. A manifest that no longer declares it is no reason to keep it. */
export const keptSecretName = secretLabel(
  t.String({
    pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$',
    description: 'A key that the extension declares, or one that is set although its provider is gone.',
  }),
);

const { key, version, enabled, config, hooksOff, rev } = extension.answers;
const granted = label('Verilen haklar', 'Granted rights')(rightsSchema);

export const installedSchema = extension.label(
  typeNamed('InstalledExtension')(object({ extension: key, version, enabled, config, granted, hooksOff, rev })),
);

export const installedView = (row: ExtensionRow) => ({
  extension: row.key,
  version: row.version,
  enabled: row.enabled,
  config: row.config,
  granted: grantedTo(row),
  hooksOff: row.hooksOff,
  rev: row.rev,
});

export const secretSchema = secret.label(
  object({
    key: secret.answers.key,
    label: label('Ad', 'Name')(bothLanguages),
    required: label('Gerekli', 'Required')(t.Boolean({ description: 'Without it the extension cannot be enabled.' })),
    isSet: label('Kayıtlı', 'Set')(t.Boolean()),
    setAt: label('Kaydedildi', 'Set at')(nullable(time())),
  }),
);

export const extensionSchema = typeNamed('Extension')(
  object({
    key: t.String(),
    name: t.String({ description: 'Its key when its provider is gone.' }),
    available: t.Boolean({
      description:
        'False: its provider was taken away, and what the store keeps of it is still there. Its secrets can be deleted and its jobs cancelled.',
    }),
    kind: nullable(oneOf(['channel', 'cargo', 'payment', 'hook', 'block', 'page'])),
    summary: bothLanguages,
    version: nullable(t.String({ description: "The platform's current manifest version." })),
    installed: nullable(
      object({
        version: t.String(),
        enabled: t.Boolean(),
        granted: rightsSchema,
        hooksOff,
        rev: t.Integer(),
        installedAt: time(),
      }),
    ),
    upgrade: nullable(
      object(
        {
          version: t.String(),
          growth: rightsSchema,
          lossless: t.Boolean({ description: 'Nothing that the store has entered is lost.' }),
          blockedBy: t.Array(t.String()),
        },
        { description: 'Version that extension.upgrade would bring; rights in `growth` need the consent of an owner.' },
      ),
    ),
    config: nullable(t.Record(t.String(), t.Unknown())),
    configSchema: t.Record(t.String(), t.Unknown()),
    secrets: t.Array(secretSchema),
    blockedBy: t.Array(t.String()),
  }),
);
