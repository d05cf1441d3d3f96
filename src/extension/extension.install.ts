import { command } from '../kernel/declaration/command';
import type { Principal } from '../kernel/declaration/principal';
import { object } from '../kernel/schema/schema';
import { extension, extensionKey } from './aggregate';
import { assertConsented } from './consent';
import { exampleMarketplace } from './example';
import { growthOf, type Rights, rightsOf } from './rights';
import { installExtension, knownManifest } from './store';
import { installedSchema, installedView } from './view';

export default command({
  id: 'extension.install',
  label: { tr: 'Eklentiyi kur', en: 'Install an extension' },
  summary:
    'Install an extension; it stays disabled until it is configured and enabled. An owner has to install a version with more rights than before, or than the token has.',
  policy: 'propose',
  scope: 'store:admin',
  payload: object({ extension: extensionKey }),
  result: installedSchema,
  refuses: ['extension_unknown', 'invalid_state', 'consent_required'],
  example: { extension: exampleMarketplace },

  async run({ payload, principal, storeId, tx, now, record, inverse }) {
    const manifest = knownManifest(payload.extension);
    const { installed, grantedBefore } = await installExtension(tx, storeId, manifest, now);
    const asked = rightsOf(manifest);
    // An owner is shown what it asks for, and installs it: nothing else is to be stated.
    assertConsented(principal, manifest, growthOf(grantedBefore ?? grantableBy(principal, asked), asked), true);
    record(extension.word, installed.key, null, extension.snapshot(installed));
    inverse('extension.uninstall', { extension: installed.key, expectedRev: installed.rev });
    return installedView(installed);
  },
});

/**
 * Tells the rights that a first installation may bring without an owner. Nobody grants more than was granted to them. The product itself,
 * which opens demo stores, may grant all. Secrets are entered later, and without them nothing is done outside.
 */
const grantableBy = ({ kind, scopes }: Principal, asked: Rights): Rights =>
  kind === 'system' ? asked : { ...asked, scopes: [...scopes], personalData: [] };
