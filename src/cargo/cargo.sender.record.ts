import { cargoOf } from '../extension/provider/providers';
import { configErrors } from '../extension/readiness';
import { changeExtension, holdIfInstalled, knownManifest } from '../extension/store';
import { command } from '../kernel/declaration/command';
import type { MutationContext } from '../kernel/declaration/context';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { label, object, oneOf, t, words } from '../kernel/schema/schema';
import { sender, senderFailure, senderRemoteId, senderSchema } from './sender/aggregate';
import { changeSender, findExtensionOfSender, lockSender, senderBook } from './sender/store';

const outcome = label(
  'Sonuç',
  'Outcome',
)(oneOf(['ready', 'failed'], words({ ready: ['hazır', 'ready'], failed: ['oluşturulamadı', 'failed'] })));

export default command({
  id: 'cargo.sender.record',
  label: { tr: 'Gönderici adresinin sonucunu kaydet', en: 'Record what became of a sender address' },
  summary:
    'Note what became of an address at the provider of cargo; one that is there is configured as the sender of the extension.',
  policy: 'propose',
  scope: 'store:admin',
  flags: [],
  runtimeOnly: true,
  payload: object({
    senderId: sender.reference,
    outcome,
    remoteId: t.Optional(senderRemoteId),
    failure: t.Optional(senderFailure),
  }),
  result: senderSchema,
  refuses: ['not_found', 'invalid_request', 'invalid_state'],
  example: { senderId: exampleId('snd', 'DEPA'), outcome: 'ready', remoteId: '75519cd3-34bd-0fde-8953-62b0fba8bf46' },

  async run(context) {
    const { payload, storeId, tx } = context;
    const { senderId, outcome, remoteId = null, failure = null } = payload;
    if ((outcome === 'ready') !== (remoteId !== null))
      refuse('invalid_request', 'What is ready has an id at the provider, and nothing else has one.', {
        errors: [{ pointer: '/remoteId', message: 'does not go with the outcome' }],
        quotesNobody: true,
      });
    const ext = await findExtensionOfSender(tx, storeId, senderId);
    const held = await holdIfInstalled(tx, storeId, ext);
    const before = await lockSender(tx, storeId, senderId);
    if (before.state !== 'creating')
      refuse('invalid_state', `The address is ${before.state} already.`, {
        facts: { state: before.state },
        quotesNobody: true,
      });
    if (before.waitingFor !== null) senderBook.sendWaitsNoMore(tx, storeId, before.id);
    const after = changeSender(context, before, { state: outcome, remoteId, failure });
    // It may have been uninstalled meanwhile: the address is at the provider all the same.
    if (remoteId !== null && held) configure(context, held, remoteId);
    return sender.answer({ ...after, waitingFor: null });
  },
});

/** Sets the address of the sender alone: fields that were configured since the call stay as they are. */
function configure(
  context: Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'record' | 'inverse'>,
  held: NonNullable<Awaited<ReturnType<typeof holdIfInstalled>>>,
  remoteId: string,
): void {
  const { key, config } = held;
  const after = changeExtension(context, held, { config: cargoOf(key).withSender(config, remoteId) });
  if (configErrors(knownManifest(key, held), config).length === 0)
    context.inverse('extension.configure', { extension: key, expectedRev: after.rev, config });
}
