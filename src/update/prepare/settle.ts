import type { MutationContext } from '../../kernel/declaration/context';
import { keepBody } from '../../store/design/body-store';
import { stateWaiting, type UpdateRow, update } from '../../store/update/aggregate';
import { changeUpdate, findOpenUpdate, insertUpdate } from '../../store/update/store';
import { offerOf, presentOf } from './look';
import type { Offer, Present, Subject } from './offer';

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'newId' | 'record'>;

/** Brings the entry of a thing to what it should be. @returns it; undefined: nothing newer is offered for the thing */
export async function settle(context: Context, subject: Subject): Promise<UpdateRow | undefined> {
  const { tx, storeId } = context;
  const offer = await offerOf(tx, storeId, subject);
  const row = await findOpenUpdate(tx, storeId, subject.kind, subject.name);
  if (offer?.text != null && offer.hash !== null) {
    const { hash, text, baseRev: baseSeq } = offer;
    await keepBody(tx, storeId, { hash, text, baseSeq, keptAt: context.now.toISOString() });
  }
  if (row && row.toVersion === offer?.toVersion) return changeUpdate(context, row, preparedFor(row, offer));
  if (row) changeUpdate(context, row, endOf(row, await presentOf(tx, storeId, subject)));
  return offer && insert(context, offer);
}

const preparedFor = (row: UpdateRow, { fromVersion, baseRev, class: of, beforeHash, hash, reason, report }: Offer) => ({
  ...{ fromVersion, baseRev, class: of, beforeHash, hash, reason, report },
  // An update that was dismissed stays so for as long as nothing newer comes.
  state: row.state === 'dismissed' ? row.state : stateWaiting({ reason }),
});

/** An update whose version has come by another way, e.g. with a draft that was published, is applied. */
const endOf = ({ toVersion }: UpdateRow, present: Present | undefined): Partial<UpdateRow> =>
  present?.version === toVersion ? { state: 'applied', seq: present.seq } : { state: 'superseded' };

async function insert(context: Context, offer: Offer): Promise<UpdateRow> {
  const { tx, storeId, now, newId, record } = context;
  const { text: _, ...prepared } = offer;
  const row = { id: newId(update.prefix), ...prepared, state: stateWaiting(offer), seq: null };
  const made = await insertUpdate(tx, storeId, row, now);
  record(update.word, made.id, null, update.snapshot(made));
  return made;
}
