import { limits } from '../../kit/limits';
import { fixedPageKinds, groupNames, isFixedPageKind } from '../../kit/page-kinds';
import { zoneOf } from '../../kit/zones';
import { isSafeLink } from '../../section/value/link';
import type { Pack } from '../../skin/pack/pack';
import { valueFault } from '../../skin/pack/value';
import type { Bundle } from './bundle';
import { drawnSections, namedThings } from './drawn';
import { at, type Finding, finding } from './finding';
import type { Findings } from './nodes';
import type { BundleReferences } from './references';

/** Looks at pages: paths, kinds of which there is one, roles of legal texts. */
export function pageFindings(bundle: Bundle): Findings {
  const { pages, menus } = bundle;
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  const taken = new Set<string>();
  for (const [key, page] of Object.entries(pages)) {
    const pointer = at('/pages', key);
    const own = isFixedPageKind(page.kind) ? `kind ${page.kind}` : `path ${page.path}`;
    if (page.kind === 'page' && page.path === undefined)
      errors.push(finding(at(pointer, 'path'), 'shape', { detail: { tr: 'gerekli', en: 'is required' } }));
    if (isFixedPageKind(page.kind) && page.path !== undefined)
      errors.push(
        finding(at(pointer, 'path'), 'shape', { detail: { tr: 'burada kullanılmaz', en: 'is not known here' } }),
      );
    if (taken.has(own))
      errors.push(
        isFixedPageKind(page.kind)
          ? finding(at(pointer, 'kind'), 'too_many', { most: 1 })
          : finding(at(pointer, 'path'), 'path_taken', { name: page.path ?? '' }),
      );
    taken.add(own);
    if (page.legal !== undefined && taken.has(`legal ${page.legal}`))
      errors.push(finding(at(pointer, 'legal'), 'too_many', { most: 1 }));
    if (page.legal !== undefined) taken.add(`legal ${page.legal}`);
    if (page.root.length > limits.sectionsPerPageAdvised)
      warnings.push(finding(at(pointer, 'root'), 'many_sections', { most: limits.sectionsPerPageAdvised }));
    if (drawnSections(bundle, page.root).own.length < page.root.length)
      warnings.push(finding(at(pointer, 'root'), 'many_things', { most: limits.thingsPerPage }));
  }
  for (const kind of fixedPageKinds)
    if (!taken.has(`kind ${kind}`)) warnings.push(finding('/pages', 'required_section', { name: kind }));
  const shared = drawnSections(bundle, []);
  for (const group of groupNames)
    if (shared[group].length < bundle.groups[group].length)
      warnings.push(finding(at('/groups', group), 'many_things', { most: limits.thingsPerPage }));
  if (namedThings(menus) > limits.thingsPerPage)
    warnings.push(finding('/menus', 'many_things', { most: limits.thingsPerPage }));
  return { errors, warnings };
}

/** Looks at addresses, and at names of what the design itself has: menus, pages. */
export function linkFindings(bundle: Bundle, { links, menus }: BundleReferences): Findings {
  const errors = links.flatMap(({ link, pointer }) => (isSafeLink(link) ? [] : [finding(pointer, 'link_refused')]));
  const lost = [
    ...links.flatMap(({ link, pointer }) => {
      if (typeof link === 'string') return [];
      const within = link.to === 'page' ? bundle.pages : link.to === 'extPage' ? bundle.extPages : undefined;
      return within && !Object.hasOwn(within, link.id) ? [pointer] : [];
    }),
    ...menus.flatMap(({ key, pointer }) => (Object.hasOwn(bundle.menus, key) ? [] : [pointer])),
  ];
  return { errors, warnings: lost.map((pointer) => finding(pointer, 'reference_missing')) };
}

/** Looks at the variables that the design states against those of its theme. */
export function variableFindings({ variables, theme }: Bundle, pack: Pack): Finding[] {
  const stated = Object.entries(variables).flatMap(([name, value]) => {
    const variable = pack.variables.find((each) => each.name === name);
    if (!variable) return [finding(at('/variables', name), 'variable_unknown', { name })];
    const fault = valueFault(variable, value);
    return fault ? [finding(at('/variables', name), 'variable_invalid', { detail: fault })] : [];
  });
  const isLost = theme.preset !== undefined && !pack.presets.some(({ key }) => key === theme.preset);
  return isLost ? [...stated, finding('/theme/preset', 'reference_missing')] : stated;
}

/** Looks at the zones: whether they exist, and what they hold. Each block has an identifier of its own. */
export function zoneFindings({ zones }: Bundle): Findings {
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  const ids = new Set<string>();
  for (const [name, blocks] of Object.entries(zones)) {
    const pointer = at('/zones', name);
    const zone = zoneOf(name);
    if (!zone) warnings.push(finding(pointer, 'zone_unknown', { name }));
    if (zone && blocks.length > zone.max) errors.push(finding(pointer, 'zone_full', { name, most: zone.max }));
    for (const [index, { id }] of blocks.entries()) {
      if (ids.has(id)) errors.push(finding(at(pointer, index, 'id'), 'node_shared', { name: id }));
      ids.add(id);
    }
  }
  return { errors, warnings };
}
