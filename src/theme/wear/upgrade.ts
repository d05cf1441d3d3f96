import type { Bundle, BundleNode, ParkedTheme } from '../../design/bundle/bundle';
import { at } from '../../design/bundle/finding';
import { compareVersions } from '../../skin/check/semver';
import type { Pack, VariableValue } from '../../skin/pack/pack';
import { resolvedVariables } from '../../skin/pack/resolve';
import { type ReportRow, reportRow } from './report';
import { takeSteps, type Walk, walkersOf } from './steps';
import type { Changed } from './switch';

/** The nodes of a body that wear its theme: those that stand, and those of layouts that wait for it. */
function nodesOf({ theme, nodes, parked }: Bundle): readonly Readonly<Record<string, BundleNode>>[] {
  const layouts = (Object.hasOwn(parked, theme.key) ? parked[theme.key]?.layouts : undefined) ?? [];
  return [nodes, ...layouts.map((layout) => layout.nodes)];
}

/**
 * A body that wears a newer version of its theme. Values of the shop stay or move with their names; the others follow the theme. Over how
 * many versions it goes makes no difference.
 */
export function upgraded(bundle: Bundle, old: Pack, next: Pack): Changed {
  const [from, to] = [old.manifest.version, next.manifest.version];
  const places = nodesOf(bundle).map((nodes) => walkersOf(nodes, old));
  const walk: Walk = {
    variables: { ...bundle.variables, ...pinnedValues(bundle, old) },
    nodes: places.flat(),
    pins: new Set((bundle.pins ?? []).filter((pin) => !isIdle(pin, bundle, old))),
    removed: [...(bundle.removed ?? [])],
    report: [],
    theme: old.manifest.key,
  };
  const migrations = next.manifest.migrations
    .filter((each) => compareVersions(each.to, from) > 0 && compareVersions(each.to, to) <= 0)
    .toSorted((left, right) => compareVersions(left.to, right.to));
  for (const { to: version, steps } of migrations) takeSteps(walk, version, steps);
  const worn = bodyOf(bundle, walk, places, to);
  const told = new Set(walk.report.map(({ pointer }) => pointer));
  const rows = valueRows(bundle, worn, old, next).filter(({ pointer }) => !told.has(pointer));
  return { bundle: worn, report: [...walk.report, ...rows] };
}

const PIN = /^\/variables\/([a-z][a-z0-9-]*)$/;

/** A pin of a variable that the theme does not have, and that the shop does not state, holds nothing. */
function isIdle(pin: string, { variables }: Bundle, old: Pack): boolean {
  const name = PIN.exec(pin)?.[1];
  return name !== undefined && !Object.hasOwn(variables, name) && !old.variables.some((each) => each.name === name);
}

/** A pinned variable that the shop has not stated is stated from now on: what it shows may not follow the theme. */
function pinnedValues(bundle: Bundle, old: Pack): Record<string, VariableValue> {
  const shown = resolvedVariables(old, bundle);
  return Object.fromEntries(
    (bundle.pins ?? []).flatMap((pin) => {
      const name = PIN.exec(pin)?.[1];
      const isOpen = name !== undefined && Object.hasOwn(shown, name) && !Object.hasOwn(bundle.variables, name);
      return isOpen ? [[name, shown[name] as VariableValue]] : [];
    }),
  );
}

function bodyOf(
  bundle: Bundle,
  { variables, pins, removed }: Walk,
  places: readonly Walk['nodes'][],
  version: string,
): Bundle {
  const { pins: _, removed: __, ...plain } = bundle;
  const [standing, ...waiting] = places.map((walkers) => new Map(walkers.map(({ id, props }) => [id, props])));
  const withProps = (
    nodes: Readonly<Record<string, BundleNode>>,
    props: ReadonlyMap<string, Record<string, unknown>> | undefined,
  ) =>
    Object.fromEntries(
      Object.entries(nodes).map(([id, node]) => [id, { ...node, props: props?.get(id) ?? node.props }]),
    );
  const { theme } = bundle;
  const parked: Record<string, ParkedTheme> = { ...bundle.parked };
  const own = Object.hasOwn(parked, theme.key) ? parked[theme.key] : undefined;
  if (own)
    parked[theme.key] = {
      ...own,
      version,
      ...(own.layouts
        ? {
            layouts: own.layouts.map((layout, index) => ({
              ...layout,
              nodes: withProps(layout.nodes, waiting[index]),
            })),
          }
        : {}),
    };
  return {
    ...plain,
    theme: { ...theme, version },
    variables,
    ...(pins.size > 0 || bundle.pins ? { pins: [...pins] } : {}),
    nodes: withProps(bundle.nodes, standing),
    parked,
    ...(removed.length > 0 || bundle.removed ? { removed } : {}),
  };
}

/** Values that a shop shows without having stated them, where the theme now gives others; and those that are new. */
function valueRows(before: Bundle, after: Bundle, old: Pack, next: Pack): ReportRow[] {
  const [had, has] = [resolvedVariables(old, before), resolvedVariables(next, after)];
  return Object.entries(has).flatMap(([name, value]) => {
    const pointer = at('/variables', name);
    if (Object.hasOwn(after.variables, name)) {
      const isOtherwise =
        had[name] !== undefined && had[name] === value && defaultOf(old, name) !== defaultOf(next, name);
      return isOtherwise ? [reportRow('kept', 'touched', pointer, [value, value])] : [];
    }
    if (!Object.hasOwn(had, name)) return [reportRow('added', 'theme_brings', pointer, [null, value])];
    return had[name] === value ? [] : [reportRow('changed', 'default_moved', pointer, [had[name], value])];
  });
}

const defaultOf = ({ variables }: Pack, name: string): VariableValue | undefined =>
  variables.find((each) => each.name === name)?.default;
