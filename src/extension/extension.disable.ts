import { command } from '../kernel/declaration/declare';
import { refuse } from '../kernel/errors';
import { expectedRev, label, object, oneOf, t, unit, words } from '../kernel/schema/schema';
import { nameOf } from '../provider/providers';
import { extension, extensionKey } from './aggregate';
import { changeExtension, holdExtension } from './store';
import { installedSchema, installedView } from './view';

const disconnect = label(
  'Pazaryerindeki stok',
  'Stock at the marketplace',
)(
  oneOf(['zero', 'freeze'], {
    description:
      'What becomes of the stock that the marketplace shows: `freeze` leaves it as it is. `zero` (sell nothing there any more) is not offered yet.',
    ...words({
      zero: ['her yerde sıfırlansın', 'set to zero everywhere'],
      freeze: ['olduğu gibi kalsın', 'left as it is'],
    }),
  }),
);

const jobsStopped = label('Durdurulan iş', 'Jobs stopped')(t.Integer({ minimum: 0, ...unit('count') }));

export default command({
  id: 'extension.disable',
  label: { tr: 'Eklentiyi kapat', en: 'Disable an extension' },
  summary:
    'Disable an extension: its open jobs are stopped and none is taken any more. For an extension with listings, state the fate of the stock at the marketplace.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  // Jobs that it stops never go on.
  removes: true,
  payload: object({ extension: extensionKey, disconnect: t.Optional(disconnect), expectedRev }),
  result: object({ ...installedSchema.properties, jobsStopped }),
  refuses: [
    'extension_unknown',
    'extension_not_installed',
    'invalid_state',
    'disconnect_needed',
    'zero_not_offered',
    'rev_conflict',
  ],
  example: { extension: 'trendyol', disconnect: 'freeze' },
  subject: extension.by('extension'),

  async run(context) {
    const { payload, storeId, tx, guardRev, inverse, services } = context;
    // Held before its jobs are looked for: whoever asks for one holds it too, see enabledChannel.
    const before = await holdExtension(tx, storeId, payload.extension);
    guardRev(before.key, before.rev);
    const extensionName = nameOf(before.key);
    if (!before.enabled) refuse('invalid_state', `${extensionName} is not enabled.`, { facts: { state: 'disabled' } });
    if (payload.disconnect === 'zero') refuse('zero_not_offered');
    if (payload.disconnect === undefined)
      for (const { staysOutside } of services.extensionWork)
        if (await staysOutside(tx, storeId, before.key))
          refuse('disconnect_needed', `${extensionName} has listings: state disconnect, e.g. freeze.`);
    const after = changeExtension(context, before, { enabled: false });
    inverse('extension.enable', { extension: before.key, expectedRev: after.rev });
    let jobsStopped = 0;
    for (const work of services.extensionWork) jobsStopped += await work.end(context, before.key);
    return { ...installedView(after), jobsStopped };
  },
});
