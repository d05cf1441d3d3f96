import record from '../cargo/cargo.sender.record';
import { assertCargoOffered } from '../cargo/provider/needs';
import { type SenderRow, sender, senderSchema } from '../cargo/sender/aggregate';
import { senderNeeds } from '../cargo/sender/ask';
import { senderSettles } from '../cargo/sender/settles';
import { askForSender } from '../cargo/sender/start';
import { insertSender, isSenderCreated } from '../cargo/sender/store';
import { extension, extensionKey } from '../extension/aggregate';
import { exampleCargo } from '../extension/example';
import { cargoOf } from '../extension/provider/providers';
import { assertReady } from '../extension/readiness';
import { secretKeys } from '../extension/secret/store';
import { holdExtension, knownManifest } from '../extension/store';
import { canonicalJson } from '../kernel/canonical';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { expectedRev, object, type Static } from '../kernel/schema/schema';
import { unasked } from '../provider/conversation/columns';
import { isDistrictOf } from '../store/identity/places';

const payload = object({ ext: extensionKey, ...sender.creates, expectedRev });

export default command({
  id: 'ext.cargo.sender',
  label: { tr: 'Gönderici adresi oluştur', en: 'Create a sender address' },
  summary:
    'Create the pick-up address for parcels at the cargo provider. Its id goes into the configuration of the extension.',
  policy: 'propose',
  scope: 'store:admin',
  asksProvider: true,
  needs: senderNeeds,
  // The address stays at the provider; what is configured instead is stated with extension.configure.
  irreversible: true,
  issues: [record],
  payload,
  result: senderSchema,
  refuses: [
    'not_found',
    'invalid_request',
    'invalid_state',
    'rev_conflict',
    'extension_not_installed',
    'not_offered',
    'consent_required',
    'extension_not_ready',
  ],
  settles: senderSettles,
  example: {
    ext: exampleCargo,
    name: 'Kahve Dükkânı Depo',
    phone: '+905321234567',
    email: 'depo@kahvedukkani.example',
    address: 'Depo Sok. No: 4',
    district: 'Esenyurt',
    province: 'İstanbul',
    postalCode: '34510',
  },
  subject: extension.by('ext'),
  route: { http: 'POST /v1/ext/{ext}/cargo/sender' },

  async run(context) {
    const { payload, storeId, tx, now, services, guardRev, newId, record: noteChange } = context;
    const { ext, expectedRev: _guarded, ...stated } = payload;
    cargoOf(ext);
    const held = await holdExtension(tx, storeId, ext);
    guardRev(held.key, held.rev);
    const manifest = knownManifest(ext, held);
    assertCargoOffered(manifest, senderNeeds);
    assertReady(manifest, held, new Set((await secretKeys(tx, storeId, ext)).keys()));
    assertPlace(stated);
    if (await isSenderCreated(tx, storeId, ext))
      refuse('invalid_state', 'An address is being created at the provider already.', {
        facts: { state: 'creating' },
        quotesNobody: true,
      });
    const told = services.digests.fingerprint(canonicalJson(stated), `sender|${storeId}|${ext}`);
    const row = {
      ...stated,
      id: newId(sender.prefix),
      extension: ext,
      reference: `tezgah-${told.toString('hex').slice(0, 32)}`,
      state: 'creating',
      remoteId: null,
      failure: null,
    } as const;
    insertSender(tx, storeId, row, now);
    const at = now.toISOString();
    const made: SenderRow = { ...row, ...unasked, rev: 1, createdAt: at, updatedAt: at };
    noteChange(sender.word, row.id, null, sender.snapshot(made));
    askForSender(context, made);
    return sender.answer(made);
  },
});

/** @throws {Refusal} invalid_request of a district that the province does not have */
function assertPlace({ province, district }: Pick<Static<typeof payload>, 'province' | 'district'>): void {
  if (!isDistrictOf(province, district))
    refuse('invalid_request', '/district is no district of the province.', {
      errors: [{ pointer: '/district', message: 'is no district of the province' }],
      quotesNobody: true,
    });
}
