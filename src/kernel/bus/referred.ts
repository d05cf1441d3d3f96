import type { Entity } from '../declaration/entity';
import { problemOf, type Refusal } from '../errors';
import { textsIn, unquotedTexts } from '../personal/unquoted';
import type { Change } from '../trace/change';
import type { EffectQueue } from '../work/outbox';
import type { UnkeyedCall } from './call';

/** Knowledge of a call after its run. */
interface Known extends Pick<UnkeyedCall, 'payload'> {
  readonly mutation: Pick<UnkeyedCall['mutation'], 'id' | 'payload' | 'result'>;
  readonly result: unknown;
  readonly changes: readonly Change[];
}

/**
 * Holds effects against what their call was told, answered and changed. What a workflow is given to work with are identifiers anyway;
 * this finds a name, or a number that is closed, in what people are told of it: its labels, its summary, the preview.
 * @throws {Error} for a text that nothing may quote
 */
export function assertReferred(
  entities: readonly Entity[],
  known: Known,
  { queued }: Pick<EffectQueue, 'queued'>,
): void {
  if (queued.length === 0) return;
  const { mutation, payload, result, changes } = known;
  const schemaOf = (word: string) => entities.find((entity) => entity.word === word)?.schema;
  const texts = [
    ...unquotedTexts(mutation.payload, payload),
    ...unquotedTexts(mutation.result, result),
    ...changes.flatMap(({ entity, before, after }) =>
      [before, after].flatMap((side) => unquotedTexts(schemaOf(entity), side)),
    ),
  ];
  if (texts.length === 0) return;
  const told = queued.flatMap(textsIn);
  if (texts.some((text) => told.some((other) => other.includes(text))))
    throw new Error(`${mutation.id} tells a workflow what is closed, secret or of a person`);
}

/**
 * Holds the work that a call starts against what its capability declares: agents and their clients are told whether a provider is asked.
 * Nobody calls what the product alone issues.
 * @throws {Error} for work that asks a provider behind a call that does not say so
 */
export function assertSaysWhatAsks(
  { id, asksProvider, runtimeOnly }: Pick<UnkeyedCall['mutation'], 'id' | 'asksProvider' | 'runtimeOnly'>,
  queued: EffectQueue['queued'],
): void {
  const asking = queued.find((effect) => effect.asksProvider);
  if (asking && !asksProvider && !runtimeOnly)
    throw new Error(`${id} starts ${asking.workflowId}, which asks a provider, and does not declare asksProvider`);
}

/**
 * Holds the words of a refusal that says to quote nobody against what its call was told: they are kept open.
 * @throws {Error} for a text that nothing may quote
 */
export function assertQuotesNobody(
  { mutation: { id, payload: schema }, payload }: Pick<Known, 'mutation' | 'payload'>,
  refusal: Refusal,
): void {
  if (!refusal.options.quotesNobody) return;
  // Its title and its message are those of its code, whatever was asked for.
  const { title: _, message: __, ...own } = problemOf(refusal);
  const told = textsIn(own);
  if (unquotedTexts(schema, payload).some((text) => told.some((other) => other.includes(text))))
    throw new Error(`${id} is refused in words that quote a person, and says that they do not`, { cause: refusal });
}
