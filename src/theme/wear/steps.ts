import { isDeepStrictEqual } from 'node:util';
import type { Bundle, BundleNode } from '../../design/bundle/bundle';
import { at as pointerAt } from '../../design/bundle/finding';
import type { MigrationStep, Pack, VariableValue } from '../../skin/pack/pack';
import { type PointerPlace, placeOf } from '../../skin/pack/steps';
import type { ReportBook } from './report';

type Values = Record<string, unknown>;

/** A node on its way to another version of its theme. Its values are those of the body and of the pack themselves: none is ever changed. */
export interface Walker {
  readonly id: string;
  readonly from: string;
  readonly props: Values;
  /** Props as the theme gives them, up to the step that was taken last. */
  readonly base: Values;
}

type Removed = NonNullable<Bundle['removed']>[number];

/** A body on its way to another version of its theme. */
export interface Walk {
  readonly variables: Record<string, VariableValue>;
  readonly nodes: readonly Walker[];
  /** The same nodes by their keys in the skeleton. */
  readonly byKey: ReadonlyMap<string, readonly Walker[]>;
  readonly pins: Set<string>;
  readonly removed: Removed[];
  readonly report: ReportBook;
  readonly theme: string;
}

const propPointer = (id: string, prop: string): string => pointerAt('/nodes', id, 'props', prop);
const variablePointer = (name: string): string => pointerAt('/variables', name);

const compared = new WeakMap<object, WeakMap<object, boolean>>();

/** Long values are compared once: none is ever changed. */
function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  const known = compared.get(left) ?? new WeakMap<object, boolean>();
  compared.set(left, known);
  const said = known.get(right) ?? isDeepStrictEqual(left, right);
  known.set(right, said);
  return said;
}

/** True if a value of a node is the shop's: pinned, or not what the theme gives. */
export const isTouched = ({ pins }: Pick<Walk, 'pins'>, { id, props, base }: Walker, prop: string): boolean =>
  pins.has(propPointer(id, prop)) ||
  Object.hasOwn(props, prop) !== Object.hasOwn(base, prop) ||
  !isSame(props[prop], base[prop]);

/** Nodes with their props as the old pack gives them. Nodes that no skeleton gave are the shop's. */
export function walkersOf(nodes: Readonly<Record<string, BundleNode>>, { skeleton }: Pack): Walker[] {
  return Object.entries(nodes).flatMap(([id, { from, props }]) => {
    const given = from !== undefined && Object.hasOwn(skeleton.nodes, from) ? skeleton.nodes[from] : undefined;
    return given ? [{ id, from: from as string, props: asGiven(props, given.props), base: { ...given.props } }] : [];
  });
}

/** Values that equal what the theme gives are those of the theme themselves: to compare them again costs nothing. */
const asGiven = (props: Readonly<Values>, given: Readonly<Values>): Values =>
  Object.fromEntries(
    Object.entries(props).map(([name, value]) => [
      name,
      Object.hasOwn(given, name) && isSame(value, given[name]) ? given[name] : value,
    ]),
  );

/** Takes the steps to one version, in their order. */
export function takeSteps(walk: Walk, version: string, steps: readonly MigrationStep[]): void {
  const touched = touchedIn(walk, steps);
  for (const step of steps) takeStep(walk, version, step, touched);
  // A value of the shop that the theme gives by now stays the shop's: a later version leaves it alone, too.
  for (const { node, prop } of touched.values())
    if (Object.hasOwn(node.props, prop) && !isTouched(walk, node, prop)) walk.pins.add(propPointer(node.id, prop));
}

interface Touched {
  readonly node: Walker;
  readonly prop: string;
}

/** Values of the shop among those that steps name. No step changes another one. */
function touchedIn(walk: Walk, steps: readonly MigrationStep[]): Map<string, Touched> {
  const found = new Map<string, Touched>();
  for (const step of steps)
    for (const place of placesOf(step))
      for (const node of nodesAt(walk, place)) {
        const prop = place.name;
        const pointer = propPointer(node.id, prop);
        if (!found.has(pointer) && isTouched(walk, node, prop)) found.set(pointer, { node, prop });
      }
  return found;
}

const placesOf = (step: MigrationStep): PointerPlace[] =>
  ('at' in step ? [step.at] : [step.from, step.to]).flatMap((pointer) => placeOf(pointer) ?? []);

const nodesAt = ({ nodes, byKey }: Walk, { node }: PointerPlace): readonly Walker[] =>
  node === '*' ? nodes : node === undefined ? [] : (byKey.get(node) ?? []);

function takeStep(walk: Walk, version: string, step: MigrationStep, touched: Map<string, Touched>): void {
  const place = placeOf('at' in step ? step.at : step.from);
  const to = 'to' in step ? placeOf(step.to) : undefined;
  if (!place || ('to' in step && (!to || to.node !== place.node))) return;
  if (place.node === undefined) {
    stepVariable(walk, version, step, place.name, to?.name);
    return;
  }
  for (const node of nodesAt(walk, place))
    stepProp(walk, version, step, { node, prop: place.name, to: to?.name, touched });
}

const take = (walk: Walk, version: string, pointer: string, value: unknown): void => {
  walk.removed.push({ theme: walk.theme, version, pointer, value });
  walk.pins.delete(pointer);
  walk.report.add('parked', 'theme_lacks', pointer, [value, null]);
};

/** A variable that is stated is the shop's: it moves, and never changes. */
function stepVariable(walk: Walk, version: string, step: MigrationStep, name: string, to: string | undefined): void {
  const { variables, pins, report } = walk;
  if (!Object.hasOwn(variables, name)) return;
  const value = variables[name] as VariableValue;
  const pointer = variablePointer(name);
  if (step.do === 'remove') {
    delete variables[name];
    take(walk, version, pointer, value);
  } else if (to !== undefined && step.do === 'copy') {
    if (Object.hasOwn(variables, to)) return;
    variables[to] = value;
    report.add('added', 'copied', variablePointer(to), [null, value]);
  } else if (to !== undefined) {
    if (Object.hasOwn(variables, to)) take(walk, version, variablePointer(to), variables[to]);
    delete variables[name];
    variables[to] = value;
    if (pins.delete(pointer)) pins.add(variablePointer(to));
    report.add('moved', 'renamed', variablePointer(to), [value, value], { name });
  } else report.add('kept', 'touched', pointer, [value, value]);
}

interface PropStep extends Touched {
  readonly to: string | undefined;
  readonly touched: Map<string, Touched>;
}

/** A value stays the shop's through all steps to one version, even where one of them gives the same. */
const isOwn = (walk: Walk, { node, touched }: Pick<PropStep, 'node' | 'touched'>, prop: string): boolean =>
  touched.has(propPointer(node.id, prop)) || isTouched(walk, node, prop);

function stepProp(walk: Walk, version: string, step: MigrationStep, at: PropStep): void {
  const { node, prop, to, touched } = at;
  const { props, base, id } = node;
  const pointer = propPointer(id, prop);
  const isOurs = isOwn(walk, at, prop);
  switch (step.do) {
    case 'remove':
      if (isOurs && Object.hasOwn(props, prop)) take(walk, version, pointer, props[prop]);
      delete props[prop];
      delete base[prop];
      touched.delete(pointer);
      return;
    case 'setDefault':
    case 'mapValues': {
      const next = nextOf(step, base[prop]);
      if (next === undefined) return;
      if (isOurs) walk.report.add('kept', 'touched', pointer, [props[prop], props[prop]]);
      else {
        walk.report.add('changed', 'default_moved', pointer, [props[prop], next]);
        props[prop] = next;
      }
      base[prop] = next;
      return;
    }
    case 'copy':
      if (to !== undefined) copyProp(walk, { ...at, to });
      return;
    default:
      if (to !== undefined) moveProp(walk, version, { ...at, to }, isOurs);
  }
}

function nextOf(step: Extract<MigrationStep, { at: string }>, given: unknown): unknown {
  if (step.do === 'setDefault') return step.value;
  if (step.do !== 'mapValues' || given === undefined || typeof given === 'object') return undefined;
  return Object.hasOwn(step.values, String(given)) ? step.values[String(given)] : undefined;
}

function copyProp(walk: Walk, at: PropStep & { readonly to: string }): void {
  const { node, prop, to } = at;
  const { props, base, id } = node;
  const isFree = !isOwn(walk, at, to);
  if (Object.hasOwn(base, prop)) base[to] = base[prop];
  if (!isFree || !Object.hasOwn(props, prop)) return;
  props[to] = props[prop];
  walk.report.add('added', 'copied', propPointer(id, to), [null, props[to]]);
}

function moveProp(walk: Walk, version: string, at: PropStep & { readonly to: string }, isOurs: boolean): void {
  const { node, prop, to, touched } = at;
  const { props, base, id } = node;
  const [pointer, target] = [propPointer(id, prop), propPointer(id, to)];
  if (isOwn(walk, at, to) && Object.hasOwn(props, to)) take(walk, version, target, props[to]);
  for (const values of [props, base]) {
    delete values[to];
    if (Object.hasOwn(values, prop)) values[to] = values[prop];
    delete values[prop];
  }
  if (walk.pins.delete(pointer)) walk.pins.add(target);
  touched.delete(target);
  if (!touched.delete(pointer)) return;
  touched.set(target, { node, prop: to });
  if (isOurs) walk.report.add('moved', 'renamed', target, [props[to], props[to]], { name: prop });
}
