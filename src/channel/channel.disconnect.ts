import { extensionKey } from '../extension/aggregate';
import { disableExtension } from '../extension/disable';
import { exampleMarketplace } from '../extension/example';
import { holdExtension } from '../extension/store';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id, label, object, t, unit } from '../kernel/schema/schema';

export default command({
  id: 'channel.disconnect',
  label: { tr: 'Boşalan pazaryerini kapat', en: 'Disable an emptied marketplace' },
  summary: 'Disable a marketplace that shows no stock of the store any more, once a job has taken everything off sale.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  runtimeOnly: true,
  // Jobs that it stops never go on.
  removes: true,
  payload: object({ extension: extensionKey, jobId: label('Pazaryeri işi', 'Marketplace job')(id('cjb')) }),
  result: object({ jobsStopped: t.Integer({ minimum: 0, ...unit('count') }) }),
  refuses: ['extension_unknown', 'extension_not_installed', 'invalid_state'],
  example: { extension: exampleMarketplace, jobId: exampleId('cjb', 'BEYAZ') },

  async run(context) {
    const { payload, storeId, tx } = context;
    const before = await holdExtension(tx, storeId, payload.extension);
    if (!before.enabled) refuse('invalid_state', 'The extension is not enabled.', { facts: { state: 'disabled' } });
    const { jobsStopped } = await disableExtension(context, before, payload.jobId);
    return { jobsStopped };
  },
});
