import type { Bundle, BundleNode, ParkedTheme } from '../../design/bundle/bundle';
import { at } from '../../design/bundle/finding';
import { compareVersions } from '../../kernel/version';
import type { Manifest, Pack, VariableValue } from '../../skin/pack/pack';
import { resolvedVariables } from '../../skin/pack/resolve';
import { REACH_MAX, reachOf } from '../../skin/pack/steps';
import { ReportBook, variableNames } from './report';
import { takeSteps, type Walk, type Walker, walkersOf } from './steps';
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
  const { version: to } = next.manifest;
  const places = nodesOf(bundle).map((nodes) => walkersOf(nodes, old));
  const nodes = places.flat();
  const walk: Walk = {
    variables: { ...bundle.variables, ...pinnedValues(bundle, old) },
    nodes,
    byKey: byKey(nodes),
    pins: new Set((bundle.pins ?? []).filter((pin) => !isIdle(pin, bundle, old))),
    removed: [...(bundle.removed ?? [])],
    report: new ReportBook(variableNames(next, old)),
    theme: old.manifest.key,
  };
  for (const { to: version, steps } of migrationsTo(old, next)) takeSteps(walk, version, steps);
  const worn = bodyOf(bundle, walk, places, to);
  tellValues(walk.report, [bundle, worn], old, next);
  return { bundle: worn, report: walk.report };
}

/** Migrations that lead from one version to another, in their order. */
export const migrationsTo = (old: Pack, { manifest: { version: to, migrations } }: Pack): Manifest['migrations'] =>
  migrations
    .filter((each) => compareVersions(each.to, old.manifest.version) > 0 && compareVersions(each.to, to) <= 0)
    .toSorted((left, right) => compareVersions(left.to, right.to));

function byKey(nodes: readonly Walker[]): Map<string, Walker[]> {
  const found = new Map<string, Walker[]>();
  for (const node of nodes) {
    const same = found.get(node.from);
    if (same) same.push(node);
    else found.set(node.from, [node]);
  }
  return found;
}

/** False of an upgrade whose steps would be taken at more values than anybody waits for. */
export function isBearable(bundle: Bundle, old: Pack, next: Pack): boolean {
  const counts = new Map<string, number>();
  for (const { from } of nodesOf(bundle).flatMap((nodes) => walkersOf(nodes, old)))
    counts.set(from, (counts.get(from) ?? 0) + 1);
  return reachOf(migrationsTo(old, next), counts) <= REACH_MAX;
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
  const { pack: _tried, ...theme } = bundle.theme;
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

/** Tells of values that a shop shows without having stated them, where the theme now gives others; and of those that are new. */
function tellValues(report: ReportBook, [before, after]: readonly [Bundle, Bundle], old: Pack, next: Pack): void {
  const [had, has] = [resolvedVariables(old, before), resolvedVariables(next, after)];
  for (const [name, value] of Object.entries(has)) {
    const pointer = at('/variables', name);
    if (report.tells(pointer)) continue;
    const isStated = Object.hasOwn(after.variables, name);
    const isSame = had[name] === value;
    if (isStated && had[name] !== undefined && isSame && defaultOf(old, name) !== defaultOf(next, name))
      report.add('kept', 'touched', pointer, [value, value]);
    else if (!isStated && !Object.hasOwn(had, name)) report.add('added', 'theme_brings', pointer, [null, value]);
    else if (!isStated && !isSame) report.add('changed', 'default_moved', pointer, [had[name], value]);
  }
}

const defaultOf = ({ variables }: Pack, name: string): VariableValue | undefined =>
  variables.find((each) => each.name === name)?.default;
