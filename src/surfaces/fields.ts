import {
  type Brought,
  type Content,
  type FormFiles,
  type FormPart,
  isList,
  isStructured,
  mostFiles,
  type Takes,
} from '../kernel/declaration/content';
import { refuse } from '../kernel/errors';
import { boundBroken } from '../kernel/schema/json-bounds';
import type { TSchema } from '../kernel/schema/schema';
import { object, propertiesOf, t } from '../kernel/schema/schema';
import { textErrors } from '../kernel/schema/validation';
import { FORM_TEXT_BYTES_MAX } from './body';

/** Strict: bytes that are no text would be stored as other text. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

interface Form {
  readonly body: TSchema;
  readonly form: FormFiles;
}

/**
 * Reads the fields of a form into the body that its route declares, and has each file kept as it comes. That all of them are there
 * the schema says.
 * @param keep of one file, as its field takes it; called with its pointer
 * @throws {Refusal} invalid_request, payload_too_large, and what `keep` throws
 */
export async function readFields(
  { body, form }: Form,
  parts: AsyncIterable<FormPart>,
  keep: (takes: Takes, brought: Brought, pointer: string) => Promise<Content>,
): Promise<Record<string, unknown>> {
  const files = new Map<string, Content[]>();
  const texts = new Map<string, string>();
  const values = new Map<string, unknown>();
  let left = FORM_TEXT_BYTES_MAX;
  for await (const part of parts) {
    const { field } = part;
    const takes = Object.hasOwn(form, field) ? form[field] : undefined;
    if (!('brought' in part)) values.set(field, part.value);
    else if (takes) {
      const found = files.get(field) ?? [];
      if (found.length === mostFiles(body, field)) wrong(field, `takes at most ${found.length} files`);
      files.set(field, [...found, await keep(takes, part.brought, `/${field}/${found.length}`)]);
    } else {
      if (!Object.hasOwn(propertiesOf(body), field)) wrong(field, 'is not known here');
      if (texts.has(field)) wrong(field, 'is there twice');
      const bytes = await upTo(left, part.brought.bytes);
      left -= bytes.length;
      texts.set(field, textIn(bytes, field));
    }
  }
  const kept = [...files].map(([field, found]) => [field, isList(body, field) ? found : found[0]]);
  return Object.fromEntries([...values, ...Object.entries(readTexts({ body, form }, texts)), ...kept]);
}

async function upTo(most: number, bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > most) refuse('payload_too_large', `The text of a form may have at most ${FORM_TEXT_BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function textIn(bytes: Uint8Array, field: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return wrong(field, 'is not UTF-8');
  }
}

const textSchemas = new WeakMap<TSchema, TSchema>();

/**
 * Reads numbers and booleans out of text, as in a query; lists and objects stand in JSON (OpenAPI 3.1 §4.8.14.4). Their faults
 * are told where the whole body is looked at.
 */
function readTexts({ body, form }: Form, texts: ReadonlyMap<string, string>): Record<string, unknown> {
  let schema = textSchemas.get(body);
  if (!schema) {
    const fields = Object.entries(propertiesOf(body)).filter(([field]) => !(field in form));
    schema = object(Object.fromEntries(fields.map(([field, each]) => [field, t.Optional(each)])));
    textSchemas.set(body, schema);
  }
  const structured = [...texts].filter(([field]) => isStructured(body, field));
  const read: Record<string, unknown> = Object.fromEntries([...texts].filter(([field]) => !isStructured(body, field)));
  textErrors(schema, read, '');
  return { ...read, ...Object.fromEntries(structured.map(([field, text]) => [field, jsonIn(text)])) };
}

/** @returns the text itself where it is no JSON: it fits no list and no object */
function jsonIn(text: string): unknown {
  if (boundBroken(Buffer.from(text))) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function wrong(field: string, message: string): never {
  return refuse('invalid_request', `/${field} ${message}`, { errors: [{ pointer: `/${field}`, message }] });
}
