import { at } from '../../kit/finding/pointer';
import type { Pack, ThemeVariable, VariableValue } from '../pack/pack';
import { valueFault } from '../pack/value';
import { type CheckRow, row } from './row';

/** A choice is written into a style sheet as it is: words, numbers, colours and functions that the gate knows. */
const CHOICE = /^[#a-z0-9 .,%()/+*-]{1,200}$/i;

/** Names that are used twice, values that do not fit, presets that name what is not there. */
export function variableRows({ variables, presets }: Pack): CheckRow[] {
  return [
    ...repeated(
      variables.map(({ name }) => name),
      '/variables',
    ),
    ...repeated(
      presets.map(({ key }) => key),
      '/presets',
    ),
    ...variables.flatMap((variable, index) => [
      ...valueRows(variable, variable.default, at('/variables', index, 'default')),
      ...choiceRows(variable, at('/variables', index, 'options')),
    ]),
    ...presets.flatMap(({ variables: values }, index) =>
      Object.entries(values).flatMap(([name, value]) => {
        const variable = variables.find((each) => each.name === name);
        const pointer = at('/presets', index, 'variables', name);
        return variable ? valueRows(variable, value, pointer) : [row(pointer, 'variable_unknown', { name })];
      }),
    ),
  ];
}

function repeated(names: readonly string[], pointer: string): CheckRow[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index ? [row(at(pointer, index), 'name_taken', { name })] : [],
  );
}

function valueRows(variable: ThemeVariable, value: VariableValue, pointer: string): CheckRow[] {
  const detail = valueFault(variable, value);
  return detail ? [row(pointer, 'variable_invalid', { name: variable.name, detail })] : [];
}

function choiceRows({ type, name, options = [] }: ThemeVariable, pointer: string): CheckRow[] {
  if (type !== 'enum') return [];
  return options.flatMap(({ value, css = value }, index) =>
    CHOICE.test(css)
      ? []
      : [
          row(at(pointer, index, 'css'), 'variable_invalid', {
            name,
            detail: { tr: 'stil değeri düz bir değer olmalı', en: 'its value in CSS must be a plain one' },
          }),
        ],
  );
}

/** The choices of a package as a style sheet, for the gate to read; empty: it has none. */
export const choicesAsCss = ({ variables }: Pack): string =>
  variables
    .flatMap(({ type, name, options = [] }) =>
      type === 'enum'
        ? options.map(({ value, css = value }) => `[data-el="page"] { --tz-${name.slice(0, 55)}: ${css}; }`)
        : [],
    )
    .join('\n');
