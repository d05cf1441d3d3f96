import type { Transaction } from '../database/queryable';
import type { Command } from '../declaration/command';
import { subjectIn } from '../declaration/subject';
import { Refusal } from '../errors';
import { holdsPersonal, type PersonalFields, type Seal, sealedBy } from '../personal/personal';
import { holdKeys } from '../personal/personal-store';
import { meaningOf } from '../problems';
import type { ChangeRecorder, Inverse } from '../trace/recorder';
import type { Keeping, UnkeyedCall } from './call';
import type { BusOptions } from './options';

type Kept = Pick<Command, 'id' | 'payload' | 'result' | 'subject' | 'forgets'>;

const OPEN: Keeping = {
  payload: (payload) => payload,
  changes: (changes) => changes,
  inverse: (inverse) => inverse,
  preview: (preview) => preview,
  body: (body) => body,
};

/** Finds the keeping of several calls of one mutation, in their order. It costs a statement or two for all, and none where nothing is personal. */
export async function keepingsOf(
  options: BusOptions,
  tx: Transaction,
  storeId: string,
  mutation: Kept,
  calls: readonly { readonly recorder: Pick<ChangeRecorder, 'persons'>; readonly payload: unknown }[],
): Promise<readonly Keeping[]> {
  const { capabilities, secretBox } = options.services;
  const declared = holdsPersonal(mutation.payload) || holdsPersonal(mutation.result);
  const persons = calls.map(({ recorder, payload }) => personsOf(options, mutation, recorder, payload));
  const nameless = declared && persons.some((of) => of.length === 0);
  if (nameless && options.strict) throw new Error(`${mutation.id} has data of a person, and does not say of whom`);
  if (!declared && persons.every((of) => of.length === 0)) return calls.map(() => OPEN);
  const keys = await holdKeys(tx, secretBox, storeId, persons.flat());
  return persons.map((of) => (declared || of.length > 0 ? sealing(capabilities, mutation, keys.sealFor(of)) : OPEN));
}

/** Finds the keeping of one call. */
export async function keepingOf(
  options: BusOptions,
  tx: Transaction,
  { mutation, payload, principal }: UnkeyedCall,
  recorder: Pick<ChangeRecorder, 'persons'>,
): Promise<Keeping> {
  const [keeping] = await keepingsOf(options, tx, principal.storeId, mutation, [{ recorder, payload }]);
  return keeping as Keeping;
}

/** A call that changes nothing is about its subject. */
function personsOf(
  { services: { capabilities } }: BusOptions,
  mutation: Kept,
  { persons }: Pick<ChangeRecorder, 'persons'>,
  payload: unknown,
): readonly string[] {
  if (persons.length > 0 || !mutation.subject) return persons;
  const { entity } = mutation.subject;
  return subjectIn(mutation, payload).filter((id) => capabilities.personal.personOf(entity, id, []) === id);
}

/**
 * A refusal as it may be kept: where a replay answers it, where an owner reads why an item waits, and where Temporal notes what work
 * failed with. Its words and facts may quote a person out of the call or out of any row, and nobody knows whom, so of a mutation
 * that deals with data of persons only the code stays, and which places in the payload are wrong; unless it says that it quotes nobody.
 */
export function keptRefusal(personal: PersonalFields, mutation: Omit<Kept, 'id'>, refusal: Refusal): Refusal {
  const { code, options } = refusal;
  if (options.quotesNobody || !dealsWithPersons(personal, mutation)) return refusal;
  const { errors, retryAfterSeconds, undeclared } = options;
  return new Refusal(code, meaningOf(code).title, {
    ...(errors && {
      errors: errors.map(({ pointer, code: own }) => ({
        pointer,
        message: meaningOf(own ?? code).title,
        ...(own && { code: own }),
      })),
    }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(undeclared && { undeclared }),
  });
}

const dealsWithPersons = (personal: PersonalFields, { payload, result, subject, forgets }: Omit<Kept, 'id'>): boolean =>
  holdsPersonal(payload) ||
  holdsPersonal(result) ||
  forgets !== undefined ||
  (subject !== undefined && personal.schemaOf(subject.entity) !== undefined);

const sealing = (
  { personal, mutation: offered }: BusOptions['services']['capabilities'],
  mutation: Kept,
  seal: Seal,
): Keeping => ({
  payload: (payload) => sealedBy(mutation.payload, payload, seal),
  changes: (changes) =>
    changes.map((change) => {
      const schema = personal.schemaOf(change.entity);
      const side = <S>(fields: S): S => sealedBy(schema, fields, seal) as S;
      return schema ? { ...change, before: side(change.before), after: side(change.after) } : change;
    }),
  inverse: (inverse) => {
    if (!inverse) return null;
    const back = offered(inverse.command);
    // Nobody would say what is personal in a payload of an unknown command.
    const payload = back ? sealedBy(back.payload, inverse.payload, seal) : seal(inverse.payload);
    return { ...inverse, payload: payload as Inverse['payload'] };
  },
  preview: (preview) => ({
    ...preview,
    changes: preview.changes.map((change) => {
      const schema = personal.schemaOf(change.entity);
      const side = (value: unknown) => Object.values(sealedBy(schema, { [change.field]: value }, seal) as object)[0];
      return schema ? { ...change, before: side(change.before), after: side(change.after) } : change;
    }),
    result: seal(preview.result),
  }),
  // With the person that a call forgets all that is sealed for it ends, and who repeats the call is told what it came to.
  body: (body) => (mutation.forgets === undefined ? seal(body) : sealedBy(mutation.result, body, seal)),
});
