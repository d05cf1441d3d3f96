import { command, type MutationContext } from '../kernel/declaration/declare';
import { soleSubject } from '../kernel/declaration/subject';
import { refuse } from '../kernel/errors';
import { changesNothing } from '../kernel/schema/patch';
import { expectedRevOrNone, object } from '../kernel/schema/schema';
import { type IdentityRow, identity, identitySchema } from '../store/identity/aggregate';
import { type SealedNumbers, type StatedIdentity, statedFields } from '../store/identity/fields';
import { maskedBefore, openNumbers, sealNumbers } from '../store/identity/numbers';
import { identityErrors } from '../store/identity/rules';
import { findIdentity, insertIdentity, saveIdentity } from '../store/identity/store';

export default command({
  id: 'settings.identity.update',
  label: { tr: 'Satıcı kimliğini belirle', en: 'Set the identity of the merchant' },
  summary:
    'Set the legal identity of the merchant, all of it each time; the footer of the storefront shows it, but for the tax number, the national id and the IBAN.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  payload: object({ ...statedFields, expectedRev: expectedRevOrNone }),
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
    const { expectedRev: _guarded, nationalId, iban, ...open } = context.payload;
    const { storeId, tx, services, guardRev, about, newId } = context;
    const before = await findIdentity(tx, storeId);
    const id = before?.id ?? newId(identity.prefix);
    guardRev(id, before?.rev ?? 0);
    about([id]);
    refuseInvalid(context.payload);
    const numbers = { nationalId, iban };
    const fields = { ...open, sealed: await sealNumbers(tx, services.secretBox, storeId, id, numbers) };
    const after = before
      ? await change(context, before, fields, numbers)
      : await create(context, { id, ...fields }, numbers);
    return { ...identity.answer(after), ...numbers };
  },
});

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'services' | 'record' | 'inverse'>;
type Fields = Pick<IdentityRow, 'sealed' | Exclude<keyof StatedIdentity, keyof SealedNumbers>>;

function refuseInvalid(stated: StatedIdentity): void {
  const errors = identityErrors(stated);
  const [first, ...others] = errors;
  if (!first) return;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  refuse('identity_invalid', `${first.pointer} ${first.message}${more}`, { errors, quotesNobody: true });
}

async function create(
  { tx, storeId, now, record }: Context,
  row: Fields & Pick<IdentityRow, 'id'>,
  numbers: SealedNumbers,
): Promise<IdentityRow> {
  const after = await insertIdentity(tx, storeId, row, now);
  record(identity.word, after.id, null, { ...identity.snapshot(after), ...numbers });
  return after;
}

async function change(
  { tx, storeId, now, services, record, inverse }: Context,
  before: IdentityRow,
  fields: Fields,
  numbers: SealedNumbers,
): Promise<IdentityRow> {
  if (changesNothing(before, fields)) return before;
  const old = await openNumbers(tx, services.secretBox, storeId, before);
  const after = saveIdentity(tx, storeId, before, { ...before, ...fields }, now);
  const shown = identity.snapshot(before);
  record(
    identity.word,
    before.id,
    { ...shown, ...maskedBefore(old, numbers) },
    { ...identity.snapshot(after), ...numbers },
  );
  inverse('settings.identity.update', { ...shown, ...old, expectedRev: after.rev });
  return after;
}
