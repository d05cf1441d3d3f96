import type { Static } from '../../kernel/schema/schema';
import type { fields, Type } from './fields';

type Validations = Static<(typeof fields)['validations']>;
type Rule = keyof Validations;

const TEXTS: readonly Rule[] = ['minLength', 'maxLength', 'choices'];
const NUMBERS: readonly Rule[] = ['min', 'max'];

/** The rules that a type knows beside itself. */
export const rulesOf: Readonly<Partial<Record<Type, readonly Rule[]>>> = {
  text: TEXTS,
  multiline: ['minLength', 'maxLength'],
  integer: NUMBERS,
  decimal: NUMBERS,
  money: NUMBERS,
};

/** Types of whole numbers. */
const whole: readonly Type[] = ['integer', 'money'];

interface Fault {
  readonly pointer: string;
  readonly message: string;
}

/** What is wrong with the rules of a field of this type. A message quotes nothing: agents may state rules, and read none. */
export function ruleFaults(type: Type, validations: Validations): Fault[] {
  const { min, max, minLength, maxLength, choices } = validations;
  const known = rulesOf[type] ?? [];
  const stated = Object.keys(validations) as Rule[];
  const faults = stated
    .filter((rule) => !known.includes(rule))
    .map((rule) => fault(rule, 'is no rule of a field of this type'));
  if (faults.length > 0) return faults;
  if (whole.includes(type))
    for (const rule of NUMBERS)
      if (!Number.isInteger(validations[rule] ?? 0)) faults.push(fault(rule, 'must be a whole number'));
  if (type === 'money' && (min ?? 0) < 0) faults.push(fault('min', 'must not be less than 0 kuruş'));
  if (min !== undefined && max !== undefined && min > max) faults.push(fault('min', 'must not be more than max'));
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

const fault = (place: string, message: string): Fault => ({ pointer: `/validations/${place}`, message });
