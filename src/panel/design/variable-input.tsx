import { Anchor, Group, Select, Switch, Text, TextInput } from '@mantine/core';
import { fonts } from '../../kit/fonts';
import { NumberField } from '../parts/number-field';
import { useText } from '../text/text';
import type { ThemeVariable } from './api';
import { ThingInput } from './thing-input';

type Value = ThemeVariable['default'];

interface VariableInputProps {
  readonly variable: ThemeVariable;
  /** The choice of the shop. */
  readonly stated: Value | undefined;
  /** The value that counts where it has chosen nothing. */
  readonly given: Value;
  readonly onChange: (value: Value | undefined) => void;
}

/** Shows a variable of a theme, with the way back to the theme's own value. */
export function VariableInput(props: VariableInputProps) {
  const { variable, stated, onChange } = props;
  const { design, language } = useText();
  const label = variable.label[language];
  return (
    <div>
      <OfType {...props} label={label} value={stated ?? props.given} />
      <Group gap="xs" mt={2}>
        <Text size="xs" c="dimmed">
          {stated === undefined ? design.theme.given : design.theme.chosen}
        </Text>
        {stated !== undefined && (
          <Anchor
            component="button"
            type="button"
            size="xs"
            underline="always"
            aria-label={`${label}: ${design.theme.reset}`}
            onClick={() => onChange(undefined)}
          >
            {design.theme.reset}
          </Anchor>
        )}
      </Group>
    </div>
  );
}

interface OfTypeProps extends VariableInputProps {
  readonly label: string;
  readonly value: Value;
}

function OfType({ variable, label, value, onChange }: OfTypeProps) {
  const { language } = useText();
  switch (variable.type) {
    case 'color':
      return <ColorInput label={label} value={String(value)} onChange={onChange} />;
    case 'length':
    case 'number':
      return <Measure variable={variable} label={label} value={value} onChange={onChange} />;
    case 'font':
    case 'enum': {
      const choices =
        variable.type === 'font'
          ? Object.entries(fonts).map(([key, font]) => ({ value: key, label: font.label[language] }))
          : (variable.options ?? []).map((option) => ({ value: option.value, label: option.label[language] }));
      return (
        <Select
          label={label}
          allowDeselect={false}
          data={choices}
          value={String(value)}
          onChange={(chosen) => chosen !== null && onChange(chosen)}
        />
      );
    }
    case 'bool':
      return (
        <Switch
          mt="lg"
          label={label}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'image':
      return (
        <ThingInput
          label={label}
          kind="media"
          isList={false}
          value={value === '' ? undefined : value}
          onChange={(chosen) => onChange(typeof chosen === 'string' ? chosen : undefined)}
        />
      );
  }
}

interface ColorInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A colour by its number, or picked. */
function ColorInput({ label, value, onChange }: ColorInputProps) {
  const { design } = useText();
  return (
    <TextInput
      label={label}
      value={value}
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSection={
        <input
          type="color"
          className="color-picker"
          aria-label={`${label}: ${design.theme.pick}`}
          value={/^#[0-9a-f]{6}/i.test(value) ? value.slice(0, 7).toLowerCase() : '#000000'}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      }
    />
  );
}

/** A number in the unit that the theme has it in. */
function Measure({ variable, label, value, onChange }: Omit<OfTypeProps, 'stated' | 'given'>) {
  const { type, min, max, default: own } = variable;
  const unit = type === 'length' ? (/[a-z]+$/.exec(String(own))?.[0] ?? 'px') : '';
  return (
    <NumberField
      label={label}
      isDecimal
      min={min}
      max={max}
      unit={unit}
      value={Number.parseFloat(String(value))}
      onChange={(typed, isRead) => {
        if (typed !== null) onChange(unit === '' ? typed : `${typed}${unit}`);
        else if (isRead) onChange(undefined);
      }}
    />
  );
}
