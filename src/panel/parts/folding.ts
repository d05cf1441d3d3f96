import type { OptionsFilter } from '@mantine/core';
import { folded } from '../../kernel/folded';

/** Finds choices as the lists of the shop find their things, without case, accents and the dots that tell ı from i: "izm" is İzmir. */
export const foldingFilter: OptionsFilter = ({ options, search }) => {
  const typed = folded(search.trim());
  return options.filter((option) => 'items' in option || folded(option.label).includes(typed));
};

/** The choice that is the same word, however it was typed. */
export const folding = (choices: readonly string[], typed: string): string | undefined =>
  choices.find((choice) => folded(choice) === folded(typed.trim()));
