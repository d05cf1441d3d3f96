import { problemOf, type Refusal } from '../errors';
import { type PersonalFields, personalTexts, textsIn } from '../personal/personal';
import type { Change } from '../trace/change';
import type { EffectQueue } from '../work/outbox';
import type { UnkeyedCall } from './call';

/** What a call knows of persons, as it ran. */
interface Known extends Pick<UnkeyedCall, 'payload'> {
  readonly mutation: Pick<UnkeyedCall['mutation'], 'id' | 'payload' | 'result'>;
  readonly result: unknown;
  readonly changes: readonly Change[];
}

/**
 * Holds effects against what their call was told, answered and changed. What a workflow is given to work with are identifiers anyway;
 * this finds a name in what people are told of it: its labels, its summary, the preview.
 * @throws {Error} for a personal text
 */
export function assertReferred(personal: PersonalFields, known: Known, { queued }: Pick<EffectQueue, 'queued'>): void {
  if (queued.length === 0) return;
  const { mutation, payload, result, changes } = known;
  const texts = [
    ...personalTexts(mutation.payload, payload),
    ...personalTexts(mutation.result, result),
    ...changes.flatMap(({ entity, before, after }) =>
      [before, after].flatMap((side) => personalTexts(personal.schemaOf(entity), side)),
    ),
  ];
  if (texts.length === 0) return;
  const told = queued.flatMap(textsIn);
  if (texts.some((text) => told.some((other) => other.includes(text))))
    throw new Error(`${mutation.id} tells a workflow data of a person`);
}

/**
 * Holds the words of a refusal that says to quote nobody against what its call was told: they are kept open.
 * @throws {Error} for a personal text
 */
export function assertQuotesNobody(
  { mutation: { id, payload: schema }, payload }: Pick<Known, 'mutation' | 'payload'>,
  refusal: Refusal,
): void {
  if (!refusal.options.quotesNobody) return;
  const told = textsIn(problemOf(refusal));
  if (personalTexts(schema, payload).some((text) => told.some((other) => other.includes(text))))
    throw new Error(`${id} is refused in words that quote a person, and says that they do not`, { cause: refusal });
}
