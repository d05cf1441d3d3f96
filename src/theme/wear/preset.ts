import type { Bundle } from '../../design/bundle/bundle';
import { at } from '../../design/bundle/finding';
import type { Pack, VariableValue } from '../../skin/pack/pack';
import { resolvedVariables } from '../../skin/pack/resolve';
import { ReportBook, variableNames } from './report';
import type { Changed } from './switch';

/**
 * A body with another preset of its theme. Values that the preset names become its own; all others show what they showed, those of the
 * former preset among them.
 * @returns undefined: the theme has no such preset
 */
export function presetApplied(bundle: Bundle, pack: Pack, key: string): Changed | undefined {
  const preset = pack.presets.find((each) => each.key === key);
  if (!preset) return undefined;
  const shown = resolvedVariables(pack, bundle);
  const variables: Record<string, VariableValue> = {};
  for (const [name, value] of Object.entries(bundle.variables))
    if (!Object.hasOwn(preset.variables, name)) variables[name] = value;
  const former = pack.presets.find((each) => each.key === bundle.theme.preset)?.variables ?? {};
  const report = new ReportBook(variableNames(pack));
  for (const name of Object.keys(former)) {
    if (Object.hasOwn(preset.variables, name) || Object.hasOwn(variables, name) || !Object.hasOwn(shown, name))
      continue;
    variables[name] = shown[name] as VariableValue;
    report.add('kept', 'preset_left', at('/variables', name), [shown[name], shown[name]]);
  }
  const worn = { ...bundle, theme: { ...bundle.theme, preset: key }, variables };
  const shows = resolvedVariables(pack, worn);
  for (const name of Object.keys(preset.variables))
    if (shown[name] !== shows[name])
      report.add('changed', 'preset_applied', at('/variables', name), [shown[name], shows[name]]);
  return { bundle: worn, report };
}
