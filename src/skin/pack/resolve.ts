import { propertyOf, tokenDefaults } from '../../kit/tokens';
import type { Pack, VariableValue } from './pack';
import { cssOf, valueFault } from './value';

/** The part of a body that dresses it. */
export interface Dress {
  readonly theme: { readonly preset?: string | undefined };
  readonly variables: Readonly<Record<string, VariableValue>>;
}

/** Values of all variables of a theme: its own, over them those of the preset, over them the shop's. One that does not fit counts for nothing. */
export function resolvedVariables(pack: Pack, { theme, variables }: Dress): Readonly<Record<string, VariableValue>> {
  const preset = pack.presets.find(({ key }) => key === theme.preset)?.variables ?? {};
  return Object.fromEntries(
    pack.variables.map((variable) => {
      const { name } = variable;
      const stated = Object.hasOwn(variables, name) ? variables[name] : undefined;
      const fits = stated !== undefined && valueFault(variable, stated) === undefined;
      const given = Object.hasOwn(preset, name) ? preset[name] : undefined;
      return [name, (fits ? stated : given) ?? variable.default];
    }),
  );
}

/** Custom properties by name, those of the kit's tokens among them: what a page writes into `:root`. */
export function customProperties(pack: Pack, dress: Dress): Readonly<Record<string, string>> {
  const values = resolvedVariables(pack, dress);
  const own = pack.variables.flatMap((variable): (readonly [string, string])[] => {
    const css = cssOf(variable, values[variable.name] as VariableValue);
    return css === undefined ? [] : [[variable.name, css]];
  });
  return Object.fromEntries(
    [...Object.entries(tokenDefaults), ...own].map(([name, value]) => [propertyOf(name), value]),
  );
}
