import type { TObject } from '../../kernel/schema/schema';
import { groupNames, pageKinds } from '../../kit/page-kinds';
import type { SectionType } from '../../section/declare';
import { sectionOf, sections } from '../../section/sections';
import type { Bundle, BundleNode } from './bundle';
import { at, type Finding, finding } from './finding';
import type { NodePlace } from './graph';
import { schemaFindings } from './schema-findings';

/** Faults that keep a body from being kept, and those that it is kept with. */
export interface Findings {
  readonly errors: Finding[];
  readonly warnings: Finding[];
}

/** Looks at each node by its type: its props, what stands in its slots, and where it stands itself. */
export function nodeFindings(bundle: Bundle, places: ReadonlyMap<string, NodePlace>): Findings {
  const found: Findings = { errors: [], warnings: [] };
  for (const [id, node] of Object.entries(bundle.nodes)) {
    const pointer = at('/nodes', id);
    const type = sectionOf(node.type);
    const place = places.get(id);
    if (!type) {
      found.warnings.push(finding(at(pointer, 'type'), 'unknown_type', { name: node.type }));
      continue;
    }
    propFindings(found, type, node, at(pointer, 'props'));
    slotFindings(found, type, node, at(pointer, 'slots'));
    if (place) placeFindings(found, type, place, at(pointer, 'type'));
  }
  found.warnings.push(...countFindings(bundle));
  return found;
}

function propFindings({ errors, warnings }: Findings, { props }: SectionType, node: BundleNode, pointer: string): void {
  const known: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(node.props)) {
    if (Object.hasOwn((props as TObject).properties, name)) known[name] = value;
    else warnings.push(finding(at(pointer, name), 'unknown_prop', { name }));
  }
  errors.push(...schemaFindings(props, known, pointer, 'prop_invalid'));
}

function slotFindings({ errors, warnings }: Findings, type: SectionType, node: BundleNode, pointer: string): void {
  for (const [name, ids] of Object.entries(node.slots ?? {})) {
    const slot = Object.hasOwn(type.slots, name) ? type.slots[name] : undefined;
    if (!slot && ids.length > 0) warnings.push(finding(at(pointer, name), 'slot_refused', { name }));
    if (slot && ids.length > slot.max) errors.push(finding(at(pointer, name), 'too_many', { most: slot.max }));
  }
}

function placeFindings({ warnings }: Findings, type: SectionType, place: NodePlace, pointer: string): void {
  if (place.of === 'slot') {
    const { parent, slot } = place;
    const taken = sectionOf(parent.type)?.slots[slot];
    if (taken && !taken.types.includes(type.type)) warnings.push(finding(pointer, 'slot_refused', { name: slot }));
    return;
  }
  const stands =
    place.of === 'composite'
      ? type.pages.length > 0
      : place.of === 'page'
        ? type.pages.includes(place.page.kind)
        : type.groups.includes(place.group);
  if (!stands) warnings.push(finding(pointer, 'placement_refused', { name: type.label }));
}

/** Sections of which a page or a group has too few, or too many. */
function countFindings({ pages, groups, nodes }: Bundle): Finding[] {
  const lists = [
    ...Object.entries(pages).map(([key, { kind, root }]) => ({ pointer: at('/pages', key, 'root'), root, of: kind })),
    ...groupNames.map((group) => ({ pointer: at('/groups', group), root: groups[group], of: group })),
  ];
  return lists.flatMap(({ pointer, root, of }) => {
    const counted = new Map<string, number>();
    for (const id of root) {
      const type = nodes[id]?.type ?? '';
      counted.set(type, (counted.get(type) ?? 0) + 1);
    }
    return (bounded.get(of) ?? []).flatMap(({ type, label, min, max }) => {
      const count = counted.get(type) ?? 0;
      if (count < min) return [finding(pointer, 'required_section', { name: label })];
      return count > max ? [finding(pointer, 'too_many', { most: max })] : [];
    });
  });
}

/** Types with bounds by the kind of page or the group that they stand in. */
const bounded: ReadonlyMap<string, readonly SectionType[]> = new Map([
  ...pageKinds.map((kind) => [kind, sections.filter(({ pages }) => pages.includes(kind))] as const),
  ...groupNames.map((group) => [group, sections.filter(({ groups }) => groups.includes(group))] as const),
]);
