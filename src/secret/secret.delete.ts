import { extension, extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { secretsOf } from '../extension/provider/providers';
import { deleteSecret, secretKeys } from '../extension/secret/store';
import { secret } from '../extension/secret/table';
import { holdExtension, renewExtension } from '../extension/store';
import { keptSecretName } from '../extension/view';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { expectedRev, object, t } from '../kernel/schema/schema';

export default command({
  id: 'secret.delete',
  label: { tr: 'Gizli bilgiyi sil', en: 'Delete a secret' },
  summary: 'Delete a credential; calls that need it are refused until it is set again.',
  policy: 'owner',
  scope: 'secrets:write',
  developerOptIn: 'secrets:write',
  flags: ['destructive'],
  irreversible: true,
  payload: object({ extension: extensionKey, key: keptSecretName, expectedRev }),
  result: object({ extension: t.String(), key: t.String(), rev: extension.answers.rev }),
  refuses: ['extension_unknown', 'extension_not_installed', 'secret_unknown', 'rev_conflict'],
  example: { extension: exampleMarketplace, key: 'apiSecret' },
  subject: extension.by('extension'),
  // A name that the extension does not declare may be a credential in the wrong place. Of one that was deleted the change tells.
  redact: ({ extension, key }) => (secretsOf(extension).has(key) ? { extension, key } : { extension }),

  async run(context) {
    const { payload, storeId, tx, record, guardRev } = context;
    const { extension, key } = payload;
    const held = await holdExtension(tx, storeId, extension);
    guardRev(held.key, held.rev);
    const setAt = (await secretKeys(tx, storeId, extension)).get(key);
    if (setAt === undefined) return refuse('secret_unknown', 'The secret is not set.');
    deleteSecret(tx, storeId, { extension, key });
    record(secret.word, `${extension}/${key}`, secret.snapshot({ setAt }), null, { extension });
    const { rev } = renewExtension(context, held);
    return { extension, key, rev };
  },
});
