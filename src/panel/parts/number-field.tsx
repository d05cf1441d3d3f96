import { decimalIn, wholeIn } from '../../kernel/number-text';
import { count } from '../text/format';
import { numbers } from '../text/numbers';
import { useText } from '../text/text';
import { TypedField, type TypedFieldProps } from './typed-field';

interface NumberFieldProps extends Omit<TypedFieldProps, 'min' | 'max'> {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Whether it takes decimals as well. */
  readonly isDecimal?: boolean;
  /** The unit of the number; it may be typed, too. */
  readonly unit?: string;
}

/** Asks for a number. Whatever is typed stays: what is no number, or out of bounds, is told at the field and never becomes another. */
export function NumberField({ min, max, isDecimal = false, unit = '', ...props }: NumberFieldProps) {
  const texts = useText();
  const words = numbers[texts.language];
  const numberIn = isDecimal ? decimalIn : wholeIn;
  const faultOf = (value: number): string | undefined => {
    const [isLess, isMore] = [min !== undefined && value < min, max !== undefined && value > max];
    if (!isLess && !isMore) return undefined;
    const [least, most] = [count(min ?? 0, texts), count(max ?? 0, texts)];
    if (max === undefined) return words.least(least);
    return min === undefined ? words.most(most) : words.between(least, most);
  };
  return (
    <TypedField
      inputMode={isDecimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...(unit === '' ? {} : { rightSection: unit })}
      {...props}
      valueIn={(text) => numberIn(unit === '' ? text : text.replace(unit, '').trim())}
      textOf={(value) => String(value).replace('.', texts.language === 'tr' ? ',' : '.')}
      unread={isDecimal ? words.noNumber : words.noWhole}
      faultOf={faultOf}
    />
  );
}
