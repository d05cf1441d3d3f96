import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type FieldError, refuse } from './errors';
import type { TSchema } from './schema';

const ERRORS_MAX = 20;
const DEPTH_MAX = 32;

const options = { strict: true, strictTypes: false, allErrors: true, allowUnionTypes: true } as const;
const bodies = new Ajv({ ...options });
/** Query strings are text, so numbers and booleans are read out of them; bodies are never coerced. */
const queries = new Ajv({ ...options, coerceTypes: true, useDefaults: true });
for (const ajv of [bodies, queries]) addFormats(ajv, ['date-time', 'email', 'uri']);

const compiled = new Map<Ajv, WeakMap<TSchema, ValidateFunction>>([
  [bodies, new WeakMap()],
  [queries, new WeakMap()],
]);

/** Compiled at first use: compiling every schema at boot would cost more than the boot. */
function validator(ajv: Ajv, schema: TSchema): ValidateFunction {
  const known = compiled.get(ajv) as WeakMap<TSchema, ValidateFunction>;
  let validate = known.get(schema);
  if (!validate) {
    validate = ajv.compile(schema);
    known.set(schema, validate);
  }
  return validate;
}

/** @returns what is wrong, field by field; empty when the value fits. @param prefix pointer of the value in the request */
export function schemaErrors(schema: TSchema, value: unknown, prefix = ''): FieldError[] {
  return errorsOf(bodies, schema, value, prefix);
}

/** Like {@link schemaErrors} for path and query parameters; numbers, booleans and defaults are written into `value`. */
export function textErrors(schema: TSchema, value: unknown, prefix: string): FieldError[] {
  const unread = numberErrors(schema, value as Record<string, unknown>, prefix);
  return unread.length > 0 ? unread : errorsOf(queries, schema, value, prefix);
}

const PLAIN_NUMBER = /^-?\d{1,16}(\.\d{1,16})?$/;
const numericNames = new WeakMap<TSchema, readonly string[]>();

/** Ajv also reads 0x10, blanks and Infinity as numbers, and finds Infinity within every limit. */
function numberErrors(schema: TSchema, value: Record<string, unknown>, prefix: string): FieldError[] {
  let names = numericNames.get(schema);
  if (!names) {
    const { properties = {} } = schema as { properties?: Record<string, { type?: string }> };
    names = Object.keys(properties).filter((name) => /^(integer|number)$/.test(properties[name]?.type ?? ''));
    numericNames.set(schema, names);
  }
  return names
    .filter((name) => typeof value[name] === 'string' && !PLAIN_NUMBER.test(value[name]))
    .map((name) => ({ pointer: `${prefix}/${name}`, message: 'must be a plain decimal number' }));
}

function errorsOf(ajv: Ajv, schema: TSchema, value: unknown, prefix: string): FieldError[] {
  const validate = validator(ajv, schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, ERRORS_MAX).map((error) => fieldError(error, prefix));
}

function fieldError({ instancePath, keyword, params, message }: ErrorObject, prefix: string): FieldError {
  const child =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : undefined;
  const pointer = `${prefix}${instancePath}${child === undefined ? '' : `/${escapePointer(String(child))}`}`;
  if (keyword === 'required') return { pointer, message: 'is required' };
  if (keyword === 'additionalProperties') return { pointer, message: 'is not known here' };
  if (keyword === 'enum')
    return { pointer, message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}` };
  return { pointer, message: message ?? 'is not valid' };
}

const escapePointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Refuses text that Postgres cannot store or would store as something else (NUL, lone surrogates), numbers that are not
 * exact, and nesting that later recursion could not survive. Runs before any schema.
 */
export function assertStorable(value: unknown, pointer = '', depth = 0): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0')) reject(pointer, 'must be well-formed Unicode without NUL');
    return;
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      reject(pointer, 'is too large to be exact');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= DEPTH_MAX) reject(pointer, `is nested deeper than ${DEPTH_MAX} levels`);
  for (const [key, child] of Object.entries(value)) {
    if (!key.isWellFormed() || key.includes('\0')) reject(pointer, 'has a key that is not well-formed Unicode');
    assertStorable(child, `${pointer}/${escapePointer(key)}`, depth + 1);
  }
}

function reject(pointer: string, message: string): never {
  refuse('invalid_request', `${pointer === '' ? 'The body' : pointer} ${message}.`, { errors: [{ pointer, message }] });
}
