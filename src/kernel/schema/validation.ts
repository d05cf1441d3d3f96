import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type FieldError, refuse } from '../errors';
import { readTimes } from './asked-times';
import { goesBeyond, VALUES_MAX } from './json-bounds';
import { patternInWords, propertiesOf, TIME_IN_WORDS, type TSchema, WEB_ADDRESS, type Words } from './schema';
import { ANNOTATIONS, choicesIn, type Node } from './walk';

/** Faults that one answer names. */
export const ERRORS_MAX = 20;
const DEPTH_MAX = 32;
const KEY_CHARS_MAX = 200;
/** Values, and kilobytes of text, up to which all faults are looked for. */
const THOROUGH_MAX = 1_000;

const options = { strict: true, strictTypes: false, allowUnionTypes: true } as const;
/**
 * The verdict is the first fault's, so a wrong value costs no more than a right one. `thorough` names every fault, which it
 * collects without a bound, with the schema that it is a fault of: for small values only.
 */
const bodies = new Ajv({ ...options, allErrors: false });
const thorough = new Ajv({ ...options, allErrors: true, verbose: true });
/** Query strings are text, so numbers and booleans are read out of them; bodies are never coerced. Node bounds their length. */
const queries = new Ajv({ ...options, allErrors: true, verbose: true, coerceTypes: true, useDefaults: true });
for (const ajv of [bodies, thorough, queries])
  addFormats(ajv, ['date-time', 'email', 'uri']).addFormat(WEB_ADDRESS, URL.canParse).addVocabulary(ANNOTATIONS);

const compiled = new Map<Ajv, WeakMap<TSchema, ValidateFunction>>([
  [bodies, new WeakMap()],
  [thorough, new WeakMap()],
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

/**
 * @param prefix pointer of the value in the request
 * @returns the errors field by field, or only the first fault of a large value; empty when the value fits
 */
export function schemaErrors(schema: TSchema, value: unknown, prefix = ''): FieldError[] {
  const errors = errorsOf(bodies, schema, value, prefix);
  return errors.length > 0 && isSmall(value) ? errorsOf(thorough, schema, value, prefix) : errors;
}

function isSmall(value: unknown): boolean {
  let room = THOROUGH_MAX;
  const fits = (part: unknown): boolean => {
    room -= typeof part === 'string' ? 1 + part.length / 1024 : 1;
    if (room < 0) return false;
    if (typeof part !== 'object' || part === null) return true;
    for (const key in part) if (!fits((part as Record<string, unknown>)[key])) return false;
    return true;
  };
  return fits(value);
}

/** Checks path and query parameters like {@link schemaErrors}; numbers, booleans, times and defaults are written into `value`. */
export function textErrors(schema: TSchema, value: unknown, prefix: string): FieldError[] {
  readTimes(schema, value as Record<string, unknown>);
  const unread = numberErrors(schema, value as Record<string, unknown>, prefix);
  return unread.length > 0 ? unread : errorsOf(queries, schema, value, prefix);
}

/** Text that is read as a number, at each door that reads numbers out of text. */
export const PLAIN_NUMBER = /^-?\d{1,16}(\.\d{1,16})?$/;
const numericNames = new WeakMap<TSchema, readonly string[]>();

/** Ajv also reads 0x10, blanks and Infinity as numbers, and finds Infinity within every limit. */
function numberErrors(schema: TSchema, value: Record<string, unknown>, prefix: string): FieldError[] {
  let names = numericNames.get(schema);
  if (!names) {
    names = Object.entries(propertiesOf(schema)).flatMap(([name, field]) => (isNumber(field) ? [name] : []));
    numericNames.set(schema, names);
  }
  return names
    .filter((name) => typeof value[name] === 'string' && !PLAIN_NUMBER.test(value[name]))
    .map((name) => ({ pointer: `${prefix}/${name}`, message: 'must be a plain decimal number' }));
}

/** Text may fit a choice of text. */
function isNumber(field: Node): boolean {
  const types = choicesIn(field).map(({ type = '' }) => type);
  return types.some((type) => /^(integer|number)$/.test(type)) && !types.includes('string');
}

function errorsOf(ajv: Ajv, schema: TSchema, value: unknown, prefix: string): FieldError[] {
  const validate = validator(ajv, schema);
  if (validate(value)) return [];
  const told = withoutNull(validate.errors ?? [])
    .slice(0, ERRORS_MAX)
    .map((error) => fieldError(error, prefix));
  // A value that breaks two rules of one form is wrong once.
  const isSame = (left: FieldError, right: FieldError): boolean =>
    left.pointer === right.pointer && left.message === right.message;
  return told.filter((error, at) => told.findIndex((other) => isSame(other, error)) === at);
}

/** Leaves one fault of a nullable value, that of the meant branch. Each branch of the union with null complains, and the union too. */
function withoutNull(errors: readonly ErrorObject[]): ErrorObject[] {
  const nulls = errors.filter(({ keyword, params }) => keyword === 'type' && params.type === 'null');
  if (nulls.length === 0) return [...errors];
  const isBranch = (union: ErrorObject, error: ErrorObject): boolean =>
    error.instancePath === union.instancePath && error.schemaPath.startsWith(`${union.schemaPath}/`);
  const nullable = errors.filter(
    (error) => error.keyword === 'anyOf' && nulls.some((branch) => isBranch(error, branch)),
  );
  return errors.flatMap((error) => {
    const branch = nullable.some((union) => isBranch(union, error));
    if (nullable.includes(error) || (branch && nulls.includes(error))) return [];
    return branch && error.keyword === 'type' ? { ...error, message: `${error.message} or null` } : error;
  });
}

/** A fault as answers tell it. @param prefix pointer of the value in the request */
export function fieldError(
  { instancePath, keyword, params, message, parentSchema, data }: ErrorObject,
  prefix: string,
): FieldError {
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
    return {
      pointer,
      message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}${endOf(data, parentSchema)}`,
    };
  if (keyword === 'uniqueItems')
    return { pointer: `${pointer}/${Math.max(params.i, params.j)}`, message: 'stands earlier in the list' };
  const isTime = keyword === 'format' && params.format === 'date-time';
  const form: Words | undefined = parentSchema?.['x-form'];
  if ((keyword === 'pattern' || isTime) && form) return { pointer, message: `must be ${form.en}` };
  const said = keyword === 'pattern' ? patternInWords(params.pattern) : isTime ? TIME_IN_WORDS : undefined;
  // An amount with a point or a currency is what people write first, and that an integer is wanted does not tell them of which unit.
  if (keyword === 'type' && parentSchema?.['x-unit'] === 'kuruş')
    return { pointer, message: `${message}, in kuruş: 189.90 TL is 18990` };
  return { pointer, message: said ?? message ?? 'is not valid' };
}

/** Tells the fate of a value that was a choice once. */
function endOf(value: unknown, schema: ErrorObject['parentSchema']): string {
  const former: Readonly<Record<string, Words>> = schema?.['x-former'] ?? {};
  const words = typeof value === 'number' || typeof value === 'string' ? former[value] : undefined;
  return words ? `: ${value} ${words.en}` : '';
}

/** A key may be as long as a body; an answer names its beginning. */
const escapePointer = (part: string): string =>
  (part.length > KEY_CHARS_MAX ? `${part.slice(0, KEY_CHARS_MAX)}…` : part).replaceAll('~', '~0').replaceAll('/', '~1');

/** Place of a fault in a value, from the outside in. */
interface Fault {
  readonly path: string[];
  readonly message: string;
}

/**
 * Refuses text that Postgres cannot store or would store as something else (NUL, lone surrogates), numbers that are not
 * exact, nesting that later recursion could not survive, and more values than any call needs. Runs before any schema.
 * @throws {Refusal} invalid_request
 */
export function assertStorable(value: unknown, pointer = ''): void {
  const error = unstorable(value, pointer);
  if (error)
    refuse('invalid_request', `${error.pointer === '' ? 'The body' : error.pointer} ${error.message}.`, {
      errors: [error],
    });
}

/** Finds the fault that {@link assertStorable} would refuse. */
export function unstorable(value: unknown, pointer = ''): FieldError | undefined {
  const fault = storageFault(value, 0, { left: VALUES_MAX });
  return (
    fault && {
      pointer: pointer + fault.path.map((part) => `/${escapePointer(part)}`).join(''),
      message: fault.message,
    }
  );
}

function storageFault(value: unknown, depth: number, values: { left: number }): Fault | undefined {
  values.left -= 1;
  if (values.left < 0) return fault(goesBeyond);
  if (typeof value === 'string')
    return isStorable(value) ? undefined : fault('must be well-formed Unicode without NUL');
  if (typeof value === 'number') return isExact(value) ? undefined : fault('is too large to be exact');
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= DEPTH_MAX) return fault(`is nested deeper than ${DEPTH_MAX} levels`);
  for (const key of Object.keys(value)) {
    if (!isStorable(key)) return fault('has a key that is not well-formed Unicode');
    const inner = storageFault((value as Record<string, unknown>)[key], depth + 1, values);
    if (inner) {
      inner.path.unshift(key);
      return inner;
    }
  }
  return undefined;
}

const fault = (message: string): Fault => ({ path: [], message });

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
