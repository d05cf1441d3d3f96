import { command } from '../kernel/declaration/command';
import type { MutationContext } from '../kernel/declaration/context';
import { soleSubject } from '../kernel/declaration/subject';
import { changesNothing } from '../kernel/schema/patch';
import { type Answer, expectedRevOrNone, object } from '../kernel/schema/schema';
import { type Identity, identity, identitySchema, type StatedIdentity } from '../store/identity/aggregate';
import { identityErrors } from '../store/identity/rules';
import { findIdentity, insertIdentity, saveIdentity } from '../store/identity/store';
import { assertSound } from './sound';

export default command({
  id: 'settings.identity.update',
  label: { tr: 'Satıcı kimliğini belirle', en: 'Set the identity of the merchant' },
  summary:
    'Set the whole legal identity of the merchant. The footer of the storefront shows it, except for tax number, national id and IBAN.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  payload: object({ ...identity.states, expectedRev: expectedRevOrNone }),
  result: identitySchema,
  refuses: ['identity_invalid', 'rev_conflict'],
  example: {
    legalForm: 'limited',
    title: 'Kahve Dükkânı Gıda Ticaret Limited Şirketi',
    taxOffice: 'Kadıköy',
    taxNumber: '4540536920',
    mersis: '0454053692000015',
    address: 'Caferağa Mah. Moda Cad. No: 1',
    district: 'Kadıköy',
    province: 'İstanbul',
    email: 'bilgi@kahvedukkani.example',
    phone: '+908501234567',
    kep: 'kahvedukkani@hs01.kep.tr',
    nationalId: null,
    iban: 'TR330006100519786457841326',
  },
  subject: soleSubject(identity.word),

  async run(context) {
    const { expectedRev: _guarded, ...payload } = context.payload;
    const stated = identity.whole(payload);
    const { storeId, tx, services, guardRev, about, newId } = context;
    const before = await findIdentity(tx, services.secretBox, storeId);
    const id = before?.id ?? newId(identity.prefix);
    guardRev(id, before?.rev ?? 0);
    about([id]);
    assertSound('identity_invalid', identityErrors(stated));
    return identity.answer(
      before ? await change(context, before, stated) : await create(context, { id, ...stated }),
    ) as Answer<typeof identitySchema>;
  },
});

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'services' | 'record' | 'inverse'>;

async function create(
  { tx, storeId, now, services, record }: Context,
  row: StatedIdentity & Pick<Identity, 'id'>,
): Promise<Identity> {
  const after = await insertIdentity(tx, services.secretBox, storeId, row, now);
  record(identity.word, after.id, null, identity.snapshot(after));
  return after;
}

async function change(
  { tx, storeId, now, services, record, inverse }: Context,
  before: Identity,
  stated: StatedIdentity,
): Promise<Identity> {
  if (changesNothing(before, stated)) return before;
  const after = await saveIdentity(tx, services.secretBox, storeId, before, stated, now);
  record(identity.word, before.id, identity.snapshot(before), identity.snapshot(after));
  inverse('settings.identity.update', { ...identity.snapshot(before), expectedRev: after.rev });
  return after;
}
