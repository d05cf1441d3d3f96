import { boundBroken, type Room, VALUES_MAX } from '../../kernel/schema/json-bounds';
import type { TSchema } from '../../kernel/schema/schema';
import { PLAIN_NUMBER } from '../../kernel/schema/validation';
import { choicesIn, fieldsNamed, type Node } from '../../kernel/schema/walk';
import type { Arguments, Json } from './tool';

interface Fields extends Node {
  readonly required?: readonly string[];
}

/**
 * Takes arguments as models and clients state them, of all tools alike. Text is read as the number, flag, list or object that is wanted
 * where no text is allowed. Null is left out wherever that is all it could mean, as of clients that must state every argument. Where null
 * is a value it stays, as it does for what is required.
 */
export const lenient = ({ properties, required }: Arguments, args: Json): Json =>
  fieldsOf(args, { properties: properties as Readonly<Record<string, Node>>, required }, { left: VALUES_MAX });

/** As {@link lenient}, of the payload in the envelope of a command. */
export const lenientPayload = (envelope: Json, payload: TSchema): Json =>
  lenient({ properties: { payload }, required: ['payload'] }, envelope);

function fieldsOf(value: Json, schema: Fields, room: Room): Json {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, stated]) => {
      const [field] = fieldsNamed(schema, name);
      if (!field) return [[name, stated]];
      const meant = meantBy(stated, field, room);
      return meant === null && !schema.required?.includes(name) && !takes('null', field) ? [] : [[name, meant]];
    }),
  );
}

function meantBy(stated: unknown, schema: Node, room: Room): unknown {
  const value = typeof stated === 'string' && !takes('string', schema) ? readIn(stated, schema, room) : stated;
  if (typeof value !== 'object' || value === null) return value;
  const isList = Array.isArray(value);
  const [only, ...others] = kindsOf(schema).filter(({ type }) => type === (isList ? 'array' : 'object'));
  // The schema itself says which of several objects is meant.
  if (!only || others.length > 0) return value;
  if (!isList) return fieldsOf(value as Json, only, room);
  const { items } = only;
  return items ? value.map((entry) => meantBy(entry, items, room)) : value;
}

/** @returns the text itself where it is nothing that is wanted: the schema says what is */
function readIn(text: string, schema: Node, room: Room): unknown {
  if (text === 'null') return null;
  if (takes('boolean', schema) && (text === 'true' || text === 'false')) return text === 'true';
  if ((takes('integer', schema) || takes('number', schema)) && PLAIN_NUMBER.test(text)) return Number(text);
  if (!takes('object', schema) && !takes('array', schema)) return text;
  const value = jsonIn(text, room);
  return typeof value === 'object' && takes(Array.isArray(value) ? 'array' : 'object', schema) ? value : text;
}

function jsonIn(text: string, room: Room): unknown {
  if (boundBroken(Buffer.from(text), room)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The schema without unions: those that stand in its own. */
const kindsOf = (schema: Node): Node[] => choicesIn(schema).filter(({ anyOf }) => !anyOf);

/** Whether values of a type may fit. Where no type is told, all may. */
const takes = (wanted: string, schema: Node): boolean =>
  kindsOf(schema).some(({ type }) => type === undefined || type === wanted);
