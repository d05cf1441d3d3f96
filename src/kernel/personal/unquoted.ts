import { closedMarks } from '../schema/closed';
import type { TSchema } from '../schema/schema';
import { secrets } from '../schema/secret';
import { personalMarks } from './personal';

/*
 * Words are kept, mailed and handed to Temporal as they are, for whoever reads them there. So whoever makes some of values asks here, and
 * quotes nothing that is closed, personal or secret.
 */
const marks = [personalMarks, secrets, ...closedMarks];

/** True if words may quote nothing of such a value, because it may hold something closed, personal or secret. */
export const isUnquoted = (schema: TSchema): boolean => marks.some(({ holds }) => holds(schema));

const TELLING_LENGTH_MIN = 4;

/**
 * The texts of what fits a schema that nothing quotes, but for those that are too short to tell. Choices of an enum are words of the
 * product, and occur in its sentences.
 */
export function unquotedTexts(schema: TSchema | undefined, holder: unknown): string[] {
  const found: string[] = [];
  for (const { replaced } of marks)
    replaced(schema, holder, (value) => {
      found.push(...textsIn(value).filter(({ length }) => length >= TELLING_LENGTH_MIN));
      return null;
    });
  if (found.length === 0) return found;
  const choices = choicesIn(schema);
  return found.filter((text) => !choices.has(text));
}

function choicesIn(schema: unknown): ReadonlySet<string> {
  if (typeof schema !== 'object' || schema === null) return new Set();
  const { enum: own } = schema as { readonly enum?: unknown };
  return new Set([...textsIn(own), ...Object.values(schema).flatMap((part) => [...choicesIn(part)])]);
}

/** Every text in a value, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
