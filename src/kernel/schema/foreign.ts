import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FieldError } from '../errors';
import { ERRORS_MAX, fieldError } from './validation';

/** Compiled schemas that are kept, those that were used last: one takes some milliseconds to compile, and some kilobytes. */
const KEPT_MAX = 64;

const kept = new Map<string, ValidateFunction>();

/**
 * Checks a value against the schema of a merchant. Whoever keeps that schema has checked it word by word, so it is compiled. It knows only
 * formats whose check takes time in proportion to the text.
 * @param prefix pointer of the value in the request
 * @returns messages that quote neither the value nor the choices of the schema; empty when the value fits
 */
export function foreignErrors(schema: object, value: unknown, prefix: string): FieldError[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, ERRORS_MAX).map((error) => errorOf(error, prefix));
}

function validatorOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  const validate = kept.get(text) ?? compile(schema);
  // Behind all others: the first is the one that nobody has used for the longest time.
  kept.delete(text);
  kept.set(text, validate);
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value as string);
  return validate;
}

/** Compiles a schema by a compiler of its own: a shared one would keep each schema for good. */
function compile(schema: object): ValidateFunction {
  const { $schema: _dialect, ...stated } = schema as Readonly<Record<string, unknown>>;
  const ajv = new Ajv({
    strict: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    ownProperties: true,
    // A third of the time to compile, of which the longest form takes 20 ms; values are too small to win it back.
    code: { optimize: false },
  });
  addFormats(ajv, ['date', 'date-time']);
  addFormats(ajv, { mode: 'fast', formats: ['email', 'uri'] });
  return ajv.compile(stated);
}

const errorOf = (error: ErrorObject, prefix: string): FieldError =>
  error.keyword === 'enum'
    ? { pointer: `${prefix}${error.instancePath}`, message: 'must be one of the choices of its schema' }
    : fieldError(error, prefix);
