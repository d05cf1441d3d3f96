import type { Words } from '../../kernel/schema/schema';
import { fonts } from '../../kit/fonts';
import type { ThemeVariable, VariableValue } from './pack';

const COLOR = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i;
const LENGTH = /^(0|-?\d{1,4}(\.\d{1,3})?(px|rem|em))$/;
const MEDIA = /^(med_[0-9A-HJKMNP-TV-Z]{26})?$/;

/** Says what is wrong with a value of a variable; undefined: nothing is. */
export function valueFault(variable: ThemeVariable, value: VariableValue): Words | undefined {
  const { type, options = [] } = variable;
  switch (type) {
    case 'color':
      return typeof value === 'string' && COLOR.test(value)
        ? undefined
        : { tr: '#rrggbb biçiminde bir renk olmalı', en: 'must be a colour like #rrggbb' };
    case 'length':
      return lengthFault(variable, value);
    case 'number':
      return typeof value === 'number' ? rangeFault(variable, value) : { tr: 'sayı olmalı', en: 'must be a number' };
    case 'font':
      return choiceFault(Object.keys(fonts), value);
    case 'enum':
      return choiceFault(
        options.map((option) => option.value),
        value,
      );
    case 'image':
      return typeof value === 'string' && MEDIA.test(value)
        ? undefined
        : { tr: 'bir medya dosyası olmalı', en: 'must be a media file' };
    case 'bool':
      return typeof value === 'boolean' ? undefined : { tr: 'doğru ya da yanlış olmalı', en: 'must be true or false' };
  }
}

function lengthFault(variable: ThemeVariable, value: VariableValue): Words | undefined {
  if (typeof value !== 'string' || !LENGTH.test(value))
    return { tr: '12px gibi bir uzunluk olmalı', en: 'must be a length like 12px' };
  return rangeFault(variable, Number.parseFloat(value));
}

function rangeFault({ min = -Infinity, max = Infinity }: ThemeVariable, value: number): Words | undefined {
  if (value < min) return { tr: `en az ${min} olmalı`, en: `must be at least ${min}` };
  return value > max ? { tr: `en çok ${max} olmalı`, en: `must be at most ${max}` } : undefined;
}

const choiceFault = (choices: readonly string[], value: VariableValue): Words | undefined =>
  typeof value === 'string' && choices.includes(value)
    ? undefined
    : { tr: `şunlardan biri olmalı: ${choices.join(', ')}`, en: `must be one of ${choices.join(', ')}` };

/** A fitting value as CSS; undefined of a picture, which is drawn as one and is no text of a style sheet. */
export function cssOf({ type, options = [] }: ThemeVariable, value: VariableValue): string | undefined {
  switch (type) {
    case 'font':
      return fonts[value as string]?.stack;
    case 'enum':
      return options.find((option) => option.value === value)?.css ?? String(value);
    case 'image':
      return undefined;
    case 'bool':
      return value ? '1' : '0';
    default:
      return String(value);
  }
}
