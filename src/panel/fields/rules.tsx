import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { rulesOf } from '../../metafield/definition/rules';
import type { Definition } from '../api/fields';
import { LiraInput } from '../parts/lira-input';
import { NumberField } from '../parts/number-field';
import { jsonIn } from '../products/field-draft';
import type { Schema } from '../store/fields';
import { useText } from '../text/text';

export type Rules = Definition['validations'];
type Rule = keyof Rules;

const rulesKnown = (type: string): readonly Rule[] => rulesOf[type as Definition['type']] ?? [];

/** Keeps the rules that a field of the type knows, and that say something. */
export const statedRules = (type: string, rules: Rules): Rules =>
  Object.fromEntries(rulesKnown(type).flatMap((rule) => (rules[rule] === undefined ? [] : [[rule, rules[rule]]])));

interface RuleInputsProps {
  readonly schema: Schema;
  readonly type: string;
  readonly rules: Rules;
  readonly onChange: (rules: Rules) => void;
}

/** The rules of a type, each of which may be left out. */
export function RuleInputs({ schema, type, rules, onChange }: RuleInputsProps) {
  const texts = useText();
  const labelOf = (rule: Rule): string => schema.properties?.[rule]?.['x-label']?.[texts.language] ?? rule;
  const known = rulesKnown(type);
  if (known.length === 0) return null;
  const state = (rule: Rule, value: Rules[Rule]): void => {
    const { [rule]: _before, ...others } = rules;
    onChange(value === undefined ? others : { ...others, [rule]: value });
  };
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {known.map((rule) => {
        if (rule === 'choices')
          return (
            <Textarea
              key={rule}
              label={labelOf(rule)}
              description={texts.fields.onePerLine}
              autosize
              minRows={2}
              value={(rules.choices ?? []).join('\n')}
              onChange={({ currentTarget: { value } }) => state(rule, value === '' ? undefined : value.split('\n'))}
            />
          );
        if (rule === 'schema')
          return (
            <FormInput key={rule} label={labelOf(rule)} form={rules.schema} onState={(form) => state(rule, form)} />
          );
        if (type === 'date' || type === 'date_time')
          return (
            <TextInput
              key={rule}
              label={labelOf(rule)}
              {...(type === 'date' ? { type: 'date' } : {})}
              value={String(rules[rule] ?? '')}
              onChange={({ currentTarget: { value } }) => state(rule, value === '' ? undefined : value)}
            />
          );
        const value = rules[rule];
        if (type === 'money')
          return (
            <LiraInput
              key={rule}
              label={labelOf(rule)}
              value={typeof value === 'number' ? value : null}
              onChange={(kurus) => state(rule, kurus ?? undefined)}
            />
          );
        return (
          <NumberField
            key={rule}
            label={labelOf(rule)}
            isDecimal={type === 'decimal'}
            {...(rule === 'minLength' || rule === 'maxLength' ? { min: 0 } : {})}
            value={value === undefined ? null : Number(value)}
            onChange={(number) => state(rule, number ?? undefined)}
          />
        );
      })}
    </SimpleGrid>
  );
}

interface FormInputProps {
  readonly label: string;
  readonly form: Rules['schema'];
  readonly onState: (form: Rules['schema']) => void;
}

/** Asks for a JSON Schema as text. A text that is none is stated as it was typed: the server refuses it, and nothing is lost. */
function FormInput({ label, form, onState }: FormInputProps) {
  const texts = useText();
  const [typed, setTyped] = useState(() => (form === undefined ? '' : JSON.stringify(form, null, 2)));
  const isBlank = typed.trim() === '';
  return (
    <Textarea
      label={label}
      autosize
      minRows={3}
      maxRows={24}
      spellCheck={false}
      styles={{ input: { fontFamily: 'monospace' } }}
      error={!isBlank && jsonIn(typed) === undefined && texts.fields.noJson}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onState(value.trim() === '' ? undefined : ((jsonIn(value) ?? value) as Rules['schema']));
      }}
    />
  );
}
