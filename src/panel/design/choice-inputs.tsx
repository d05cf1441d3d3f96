import { Select } from '@mantine/core';
import { createContext, useContext } from 'react';
import type { Bundle } from '../../design/bundle/bundle';
import { visibleText } from '../../kernel/schema/visible';
import { useCategories } from '../api/shop';
import { foldingFilter } from '../parts/folding';
import { useText } from '../text/text';

/** The design that is worked on: its fields name parts of it. */
export const BodyContext = createContext<Bundle | null>(null);

export interface ChoiceInputProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string | undefined) => void;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Asks for one of some things, by name. A chosen one that is not among them any more stays, by its identifier. */
export function ChoiceInput({
  label,
  value,
  onChange,
  choices,
}: ChoiceInputProps & { readonly choices: readonly Choice[] }) {
  const { common } = useText();
  const isKnown = value === null || choices.some((each) => each.value === value);
  return (
    <Select
      label={label}
      clearable
      searchable
      filter={foldingFilter}
      nothingFoundMessage={common.nothingFound}
      data={isKnown ? [...choices] : [...choices, { value, label: value }]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}

export function CategoryInput(props: ChoiceInputProps) {
  const categories = useCategories().data ?? [];
  return (
    <ChoiceInput {...props} choices={categories.map(({ id, name }) => ({ value: id, label: visibleText(name) }))} />
  );
}

export function MenuInput(props: ChoiceInputProps) {
  const menus = Object.entries(useContext(BodyContext)?.menus ?? {});
  return <ChoiceInput {...props} choices={menus.map(([value, menu]) => ({ value, label: visibleText(menu.label) }))} />;
}
