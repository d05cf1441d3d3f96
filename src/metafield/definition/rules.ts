import type { Static } from '../../kernel/schema/schema';
import type { fields, Type } from './fields';
import { isDate, isTime, placeOf } from './order';
import { shapeFaults } from './shape';

type Validations = Static<(typeof fields)['validations']>;
type Rule = keyof Validations;

const TEXTS: readonly Rule[] = ['minLength', 'maxLength', 'choices'];
const BOUNDS = ['min', 'max'] as const satisfies readonly Rule[];

/** The rules that a type knows beside itself. */
export const rulesOf: Readonly<Partial<Record<Type, readonly Rule[]>>> = {
  text: TEXTS,
  multiline: ['minLength', 'maxLength'],
  integer: BOUNDS,
  decimal: BOUNDS,
  date: BOUNDS,
  date_time: BOUNDS,
  money: BOUNDS,
  json: ['schema'],
};

type Bound = NonNullable<Validations['min']>;

const wholeFault = (bound: Bound): string | undefined =>
  Number.isInteger(bound) ? undefined : 'must be a whole number';

/** Finds the fault of a bound by the type of its field; undefined: there is none. */
const boundFault: Readonly<Partial<Record<Type, (bound: Bound) => string | undefined>>> = {
  integer: wholeFault,
  decimal: (bound) => (typeof bound === 'number' ? undefined : 'must be a number'),
  date: (bound) => (isDate(bound) ? undefined : 'must be a date in ISO 8601'),
  date_time: (bound) => (isTime(bound) ? undefined : 'must be a time in ISO 8601 with its offset'),
  money: (bound) => wholeFault(bound) ?? (Number(bound) < 0 ? 'must not be less than 0 kuruş' : undefined),
};

/** More of a schema are not told at once. */
const FAULTS_MAX = 20;

interface Fault {
  readonly pointer: string;
  readonly message: string;
}

/** Lists the faults of the rules of a field of this type. A message quotes nothing: agents may state rules, and read none. */
export function ruleFaults(type: Type, validations: Validations): Fault[] {
  const { minLength, maxLength, choices, schema } = validations;
  const known = rulesOf[type] ?? [];
  const stated = Object.keys(validations) as Rule[];
  const faults = stated
    .filter((rule) => !known.includes(rule))
    .map((rule) => fault(rule, 'is no rule of a field of this type'));
  if (faults.length > 0) return faults;
  for (const rule of BOUNDS) {
    const bound = validations[rule];
    const message = bound === undefined ? undefined : boundFault[type]?.(bound);
    if (message !== undefined) faults.push(fault(rule, message));
  }
  if (faults.length === 0 && isTurned(type, validations)) faults.push(fault('min', 'must not be more than max'));
  if (schema !== undefined)
    for (const { pointer, message } of shapeFaults(schema).slice(0, FAULTS_MAX))
      faults.push(fault(`schema${pointer}`, message));
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    faults.push(fault('minLength', 'must not be more than maxLength'));
  for (const [index, choice] of (choices ?? []).entries()) {
    const length = [...choice].length;
    if (choices?.indexOf(choice) !== index) faults.push(fault(`choices/${index}`, 'is there already'));
    else if (length < (minLength ?? 0) || length > (maxLength ?? length))
      faults.push(fault(`choices/${index}`, 'must be as long as minLength and maxLength say'));
  }
  return faults;
}

/** Whether nothing can be between the bounds. */
function isTurned(type: Type, { min, max }: Validations): boolean {
  const place = placeOf[type];
  return place !== undefined && min !== undefined && max !== undefined && place(min) > place(max);
}

const fault = (place: string, message: string): Fault => ({ pointer: `/validations/${place}`, message });
