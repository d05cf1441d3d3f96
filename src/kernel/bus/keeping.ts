import type { Transaction } from '../database/database';
import type { Command } from '../declaration/declare';
import { subjectIn } from '../declaration/subject';
import { holdsPersonal, type Seal, sealedBy } from '../personal/personal';
import { holdKeys } from '../personal/personal-store';
import type { Change } from '../trace/change';
import type { ChangeRecorder, Inverse, Preview } from '../trace/recorder';
import type { UnkeyedCall } from './call';
import type { BusOptions } from './options';

/** What is kept of a call, its personal values sealed for whom it is about. */
export interface Keeping {
  payload(payload: unknown): unknown;
  changes(changes: readonly Change[]): readonly Change[];
  inverse(inverse: Inverse | null): Inverse | null;
  preview(preview: Preview): Preview;
  /** What it answered: nobody reads a part of that. */
  body(body: unknown): unknown;
}

type Kept = Pick<Command, 'id' | 'payload' | 'result' | 'subject'>;

const OPEN: Keeping = {
  payload: (payload) => payload,
  changes: (changes) => changes,
  inverse: (inverse) => inverse,
  preview: (preview) => preview,
  body: (body) => body,
};

/** Of calls of one mutation, in their order; costs a statement or two for all, and none where nothing is personal. */
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

/** Of one call. */
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

const sealing = (
  { personal, command }: BusOptions['services']['capabilities'],
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
  inverse: (inverse) =>
    inverse && {
      ...inverse,
      payload: sealedBy(command(inverse.command)?.payload, inverse.payload, seal) as Inverse['payload'],
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
  body: seal,
});
