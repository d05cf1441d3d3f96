import { schemaErrors } from '../../kernel/schema/validation';
import { isSafeAddress } from '../address';
import { elements } from '../elements';
import { at } from '../finding/pointer';
import { type ViewRule, viewElements } from './elements';
import { type ViewNode, viewNodeSchema } from './node';
import { ITEM, pageNames, piecesOf, soleName } from './template';

/** A field of the configuration, as far as a view names it. */
export interface ViewField {
  readonly type: string;
  readonly hint?: string | undefined;
  readonly maxItems?: number | undefined;
}

export interface ViewFault {
  readonly pointer: string;
  readonly message: string;
}

export interface ViewOf {
  readonly kind: 'block' | 'page';
  readonly fields: ReadonlyMap<string, ViewField>;
}

/** Elements that one view draws at most, with those of its lists. */
const DRAWN_MAX = 1_000;
const NODES_MAX = 200;

interface Look extends ViewOf {
  readonly faults: ViewFault[];
  /** Nodes that were looked at. */
  count: number;
}

/** The place of a node. */
interface Within {
  /** Parts that may stand there; undefined: elements do. */
  readonly parts: Readonly<Record<string, ViewRule>> | undefined;
  readonly isRoot: boolean;
  /** The list of which the node is drawn an item. */
  readonly list: ViewField | undefined;
}

/** Finds what keeps a view from being drawn: forms, names that name nothing, links that lead where none may lead. */
export function viewFaults(view: readonly unknown[], of: ViewOf): readonly ViewFault[] {
  const look: Look = { ...of, faults: [], count: 0 };
  const root: Within = { parts: undefined, isRoot: true, list: undefined };
  const drawn = view.reduce<number>((sum, node, nth) => sum + nodeFaults(look, node, at('', nth), root), 0);
  if (drawn > DRAWN_MAX) say(look, '', `draws up to ${drawn} elements; ${DRAWN_MAX} at most`);
  return look.faults;
}

/** Finds what is wrong with a text that stands outside of the tree, e.g. the title of a page. */
export function textFaults(template: string, of: ViewOf): readonly ViewFault[] {
  const look: Look = { ...of, faults: [], count: 0 };
  for (const name of namesIn(look, template, '')) nameFault(look, name, '', 'text', undefined);
  return look.faults;
}

const say = ({ faults }: Look, pointer: string, message: string): void => void faults.push({ pointer, message });

/** @returns how many elements the node draws at most */
function nodeFaults(look: Look, value: unknown, pointer: string, within: Within): number {
  look.count += 1;
  if (look.count > NODES_MAX) {
    if (look.count === NODES_MAX + 1) say(look, pointer, `is one node more than ${NODES_MAX}`);
    return 0;
  }
  const malformed = schemaErrors(viewNodeSchema, value, pointer);
  if (malformed.length > 0) {
    look.faults.push(...malformed);
    return 0;
  }
  const node = value as ViewNode;
  const rule = ruleOf(look, node, pointer, within);
  if (!rule) return 0;
  const list = listOf(look, node, pointer, within);
  saidFaults(look, node, rule, pointer, list);
  axisFaults(look, node, pointer);
  const items = node.items ?? [];
  if (items.length > 0 && !rule.parts && !rule.holds) say(look, at(pointer, 'items'), 'has no place here');
  if (items.length === 0 && (rule.parts || rule.holds)) say(look, at(pointer, 'items'), 'is required');
  const inside = { parts: rule.parts, isRoot: false, list };
  const below = items.reduce((sum, item, nth) => sum + nodeFaults(look, item, at(pointer, 'items', nth), inside), 1);
  return node.each === undefined ? below : below * (list?.maxItems ?? 1);
}

function ruleOf(look: Look, { el, part }: ViewNode, pointer: string, { parts, isRoot }: Within): ViewRule | undefined {
  if (parts) {
    const rule = part !== undefined && Object.hasOwn(parts, part) ? parts[part] : undefined;
    if (!rule || el !== undefined) say(look, pointer, `must be a part: ${Object.keys(parts).join(', ')}`);
    return rule;
  }
  if (el === undefined || part !== undefined) {
    say(look, pointer, 'must be an element');
    return undefined;
  }
  const isSection = el === 'section';
  if (isSection && (look.kind !== 'page' || !isRoot))
    say(look, at(pointer, 'el'), 'stands at the root of a page alone');
  if (!isSection && look.kind === 'page' && isRoot) say(look, at(pointer, 'el'), 'of a page stands in a section');
  return viewElements[el];
}

/** The list whose items the node and all that stands in it may name. */
function listOf(look: Look, { each }: ViewNode, pointer: string, { list }: Within): ViewField | undefined {
  if (each === undefined) return list;
  const field = look.fields.get(each);
  if (list) say(look, at(pointer, 'each'), 'stands in a list already');
  else if (field?.type !== 'array') say(look, at(pointer, 'each'), 'is no list of the fields');
  return field;
}

function saidFaults(look: Look, node: ViewNode, rule: ViewRule, pointer: string, list: ViewField | undefined): void {
  for (const what of ['text', 'link', 'image', 'alt'] as const) {
    const place = at(pointer, what);
    const template = node[what];
    if (template === undefined) {
      if (rule[what] === 'must') say(look, place, 'is required');
      continue;
    }
    if (rule[what] === undefined) say(look, place, 'has no place here');
    for (const name of namesIn(look, template, place)) nameFault(look, name, place, what, list);
  }
  if (node.link !== undefined) linkFault(look, node.link, at(pointer, 'link'), list);
  if (node.image !== undefined && fieldAt(look, soleName(node.image), list)?.hint !== 'media')
    say(look, at(pointer, 'image'), 'must name one field of a picture, as {field}');
}

function namesIn(look: Look, template: string, pointer: string): readonly string[] {
  const pieces = piecesOf(template);
  if (pieces.some((piece) => 'words' in piece && /[{}]/.test(piece.words)))
    say(look, pointer, 'has a brace that names nothing');
  return pieces.flatMap((piece) => ('name' in piece ? [piece.name] : []));
}

type Saying = 'text' | 'link' | 'image' | 'alt';

function nameFault(look: Look, name: string, pointer: string, what: Saying, list: ViewField | undefined): void {
  if ((pageNames as readonly string[]).includes(name)) return;
  const field = fieldAt(look, name, list);
  if (!field) say(look, pointer, `{${name}} names no field`);
  else if (field.type === 'array' && name !== ITEM) say(look, pointer, `{${name}} is a list: it is drawn by each`);
  else if (field.type === 'boolean' || (field.hint === 'media' && what !== 'image'))
    say(look, pointer, `{${name}} has no words`);
}

/** The field that a name means where it stands. */
function fieldAt({ fields }: Look, name: string | undefined, list: ViewField | undefined): ViewField | undefined {
  if (name === undefined) return undefined;
  return name === ITEM && list ? list : fields.get(name);
}

/** A link is a field of links, or an address in which values stand encoded. */
function linkFault(look: Look, template: string, pointer: string, list: ViewField | undefined): void {
  const sole = soleName(template);
  if (sole !== undefined) {
    if (fieldAt(look, sole, list)?.hint !== 'link') say(look, pointer, 'must name a field of links');
    return;
  }
  // Digits fit wherever a value may stand.
  const filled = piecesOf(template).map((piece) => ('words' in piece ? piece.words : '0'));
  if (!isSafeAddress(filled.join(''))) say(look, pointer, 'must be /path, https:, mailto: or tel:');
}

function axisFaults(look: Look, { el, axes = {} }: ViewNode, pointer: string): void {
  const known = el === undefined ? {} : (elements.find(({ id }) => id === el)?.axes ?? {});
  for (const [axis, value] of Object.entries(axes)) {
    const values = Object.hasOwn(known, axis) ? (known[axis] as readonly string[]) : undefined;
    if (!values) say(look, at(pointer, 'axes', axis), 'is no axis of it');
    // The first heading is that of the page.
    else if (!values.includes(value) || (el === 'heading' && value === '1'))
      say(look, at(pointer, 'axes', axis), `must be one of ${values.filter((each) => each !== '1').join(', ')}`);
  }
}
