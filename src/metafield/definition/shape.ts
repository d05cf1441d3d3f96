type Check = (value: unknown) => boolean;

/** A fault of a schema, and its place there. */
interface Fault {
  readonly pointer: string;
  readonly message: string;
}

/** A form that merchants write for their JSON is no longer than this, as JSON in UTF-8, nor nested deeper. */
const BYTES_MAX = 8_192;
const DEPTH_MAX = 8;
/** More entries of an `enum` are no choice any more. */
const CHOICES_MAX = 128;

const TYPES: readonly unknown[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const FORMATS: readonly unknown[] = ['date', 'date-time', 'email', 'uri'];

/** Refusals name what is missing, also to agents, who do not read schemas: a name is one word. */
const NAME = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isName: Check = (value) => typeof value === 'string' && NAME.test(value) && value !== '__proto__';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isScalar: Check = (value) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
const isText =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= most;
const isListOf =
  (fits: Check, most = Number.POSITIVE_INFINITY): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(fits) && new Set(value).size === value.length;
const isType: Check = (value) =>
  TYPES.includes(value) || (Array.isArray(value) && value.length > 0 && isListOf((one) => TYPES.includes(one))(value));

/**
 * The words of JSON Schema that a form of a merchant may use, and what may stand behind each but for schemas. They are those that take
 * time in proportion to the value: no patterns, which can be written so that they take for ever, no references, which can go round, and
 * no alternatives within alternatives.
 */
const WORDS: Readonly<Record<string, Check>> = {
  type: isType,
  title: isText(200),
  description: isText(1_000),
  enum: (value) => isListOf(isScalar, CHOICES_MAX)(value) && (value as unknown[]).length > 0,
  required: isListOf(isName),
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  format: (value) => FORMATS.includes(value),
};

/** Lists the faults of the form that the values of a JSON field have to fit: pointers within it, messages that quote nothing. */
export function shapeFaults(schema: unknown): Fault[] {
  if (!isObject(schema)) return [{ pointer: '', message: 'must be a JSON Schema' }];
  if (Buffer.byteLength(JSON.stringify(schema)) > BYTES_MAX)
    return [{ pointer: '', message: `must not be longer than ${BYTES_MAX} bytes` }];
  if (schema.type !== 'object') return [{ pointer: '/type', message: 'must be object: so is each value' }];
  const { $schema: _dialect, ...stated } = schema;
  return faultsWithin(stated, '', 1);
}

function faultsWithin(schema: unknown, at: string, depth: number): Fault[] {
  if (!isObject(schema)) return [{ pointer: at, message: 'must be a JSON Schema' }];
  if (depth > DEPTH_MAX) return [{ pointer: at, message: `is nested deeper than ${DEPTH_MAX} levels` }];
  return Object.entries(schema).flatMap(([word, value]): Fault[] => {
    const pointer = `${at}/${word.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (word === 'items') return faultsWithin(value, pointer, depth + 1);
    if (word === 'additionalProperties')
      return typeof value === 'boolean' ? [] : faultsWithin(value, pointer, depth + 1);
    if (word === 'properties') return faultsOfProperties(value, pointer, depth);
    const fits = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
    if (!fits) return [{ pointer, message: 'is no word of JSON Schema that can be used here' }];
    return fits(value)
      ? []
      : [{ pointer, message: 'is not what JSON Schema has here, or goes beyond what can be used' }];
  });
}

function faultsOfProperties(properties: unknown, at: string, depth: number): Fault[] {
  if (!isObject(properties)) return [{ pointer: at, message: 'must be an object' }];
  return Object.entries(properties).flatMap(([name, schema]) => {
    const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!isName(name)) return [{ pointer, message: 'must be one word of letters, digits, _ and -' }];
    return faultsWithin(schema, pointer, depth + 1);
  });
}
