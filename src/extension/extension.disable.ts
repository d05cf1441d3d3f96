import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { expectedRev, id, label, nullable, object, oneOf, t, unit, words } from '../kernel/schema/schema';
import { extension, extensionKey } from './aggregate';
import { disableExtension } from './disable';
import { exampleMarketplace } from './example';
import { nameOf } from './provider/providers';
import { findExtension, holdExtension } from './store';
import { installedSchema, installedView } from './view';

const disconnect = label(
  'Pazaryerindeki stok',
  'Stock at the marketplace',
)(
  oneOf(['zero', 'freeze'], {
    description: '`freeze` leaves the stock there as it is. `zero` disables once a job has set it to 0 everywhere.',
    ...words({
      zero: ['her yerde sıfırlansın', 'set to zero everywhere'],
      freeze: ['olduğu gibi kalsın', 'left as it is'],
    }),
  }),
);

const jobId = label(
  'Sıfırlama işi',
  'Job that sets to zero',
)(
  nullable({
    ...id('cjb'),
    description: 'The extension stays enabled until it has succeeded. Null: it is disabled.',
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
  settles: {
    begins: ({ jobId }) => jobId !== null,
    async look(db, storeId, asked, { extensionWork }) {
      const { jobId } = asked;
      if (jobId === null) return { state: 'done', result: asked };
      const key = asked.extension;
      const row = await findExtension(db, storeId, key);
      const result = row ? { ...asked, ...installedView(row) } : asked;
      for (const { emptied } of extensionWork) {
        const work = await emptied(db, storeId, { extension: key, jobId });
        if (work.state !== 'done') return { ...work, result };
      }
      return { state: 'done', result };
    },
  },
  flags: ['bumps generation'],
  // A job that sets the stock there to zero does.
  asksProvider: true,
  // Jobs that it stops never go on.
  removes: true,
  payload: object({ extension: extensionKey, disconnect: t.Optional(disconnect), expectedRev }),
  result: object({ ...installedSchema.properties, jobsStopped, jobId }),
  refuses: [
    'extension_unknown',
    'extension_not_installed',
    'extension_not_ready',
    'invalid_state',
    'disconnect_needed',
    'zero_not_offered',
    'consent_required',
    'rev_conflict',
  ],
  example: { extension: exampleMarketplace, disconnect: 'freeze' },
  subject: extension.by('extension'),

  async run(context) {
    const { payload, storeId, tx, guardRev, inverse, services } = context;
    // Held before its jobs are looked for: whoever asks for one holds it too, see enabledChannel.
    const before = await holdExtension(tx, storeId, payload.extension);
    guardRev(before.key, before.rev);
    const extensionName = nameOf(before.key);
    if (!before.enabled) refuse('invalid_state', `${extensionName} is not enabled.`, { facts: { state: 'disabled' } });
    if (payload.disconnect === 'zero')
      for (const { empty } of services.extensionWork) {
        const jobId = await empty(context, before.key);
        if (jobId === undefined) continue;
        // The job disables it later; until then there is nothing to take back, and the rev says so.
        inverse('extension.enable', { extension: before.key, expectedRev: before.rev + 1 });
        return { ...installedView(before), jobsStopped: 0, jobId };
      }
    if (payload.disconnect === undefined)
      for (const { staysOutside } of services.extensionWork)
        if (await staysOutside(tx, storeId, before.key))
          refuse('disconnect_needed', `${extensionName} has listings: state disconnect, freeze or zero.`);
    const { after, jobsStopped } = await disableExtension(context, before);
    return { ...installedView(after), jobsStopped, jobId: null };
  },
});
