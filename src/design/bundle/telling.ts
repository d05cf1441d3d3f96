import { fieldOf, labelOf, type ValuePlace as Meaning, NOWHERE, placeOf, wordOf } from '../../kernel/schema/meaning';
import type { Words } from '../../kernel/schema/schema';
import { visibleText } from '../../kernel/schema/visible';
import { zoneOf } from '../../kit/zones';
import type { SectionType } from '../../section/declare';
import type { Pack } from '../../skin/pack/pack';
import type { Bundle, BundleNode } from './bundle';
import { type DesignChange, placesByNode } from './changes';
import type { ListAt, SectionPlace } from './places';

const SUMMARY_CHARS = 60;
const VALUE_CHARS = 300;
/** Characters before a difference that stay with it. */
const CONTEXT_CHARS = 40;

/** Names that people know of the parts of designs, as far as there are any. */
export interface PartNames {
  readonly sectionOf: (type: string) => (Pick<SectionType, 'label'> & { readonly props?: unknown }) | undefined;
  /** The theme of the later design. */
  readonly theme: Pick<Pack, 'variables' | 'presets'> | undefined;
}

/** A change as people are told of it. */
export interface ToldChange extends Pick<DesignChange, 'kind' | 'field' | 'path' | 'before' | 'after'> {
  /** Title or kind of the page; `header` or `footer`. */
  readonly page: string | null;
  readonly section: { readonly id: string; readonly label: Words; readonly summary: string | null } | null;
  /** The name of the field, and of the value within it. */
  readonly label: Words | null;
}

/** Tells changes between two designs by the names that people know. */
export function tellingOf(was: Bundle | null, is: Bundle, named: PartNames): (change: DesignChange) => ToldChange {
  const places = placesByNode(is);
  const nodeOf = (id: string): BundleNode | undefined => is.nodes[id] ?? was?.nodes[id];
  const pageOf = (place: ListAt | undefined): string | null => {
    if (!place) return null;
    if (place.of === 'slot') return pageOf(places.get(place.key));
    return nameOf(place, was, is);
  };
  const sectionIn = (id: string): ToldChange['section'] => {
    const node = nodeOf(id);
    const label = node && named.sectionOf(node.type)?.label;
    return { id, label: label ?? plain(node?.type ?? id), summary: (node && summaryOf(node)) || null };
  };
  return (change) => {
    const { kind, place, nodeId, field, path } = change;
    const meaning = meaningOf(change, named, nodeOf);
    const [before, after] = excerpts(change.before, change.after);
    const tellValue = (value: unknown, text: unknown) => wordsOf(change, value, meaning, named) ?? text;
    return {
      kind,
      page: pageOf(place ?? (nodeId === null ? undefined : places.get(nodeId))),
      section: nodeId === null ? null : sectionIn(nodeId),
      field,
      path,
      label: labelIn(change, { was, is, named, nodeOf }),
      before: tellValue(change.before, before),
      after: tellValue(change.after, after),
    };
  };
}

function nameOf({ of, key }: SectionPlace, was: Bundle | null, is: Bundle): string {
  if (of === 'group') return key;
  const page = is.pages[key] ?? was?.pages[key];
  return page?.title ?? page?.kind ?? key;
}

/** The words by which one section is told from another of its type. */
export function summaryOf({ props }: BundleNode): string {
  const said = ['title', 'text', 'question', 'name', 'author', 'alt']
    .map((name) => props[name])
    .find((value) => typeof value === 'string' && value.trim() !== '');
  const text = visibleText(typeof said === 'string' ? said : '');
  return text.length > SUMMARY_CHARS ? `${text.slice(0, SUMMARY_CHARS)}…` : text;
}

interface Knowing {
  readonly was: Bundle | null;
  readonly is: Bundle;
  readonly named: PartNames;
  readonly nodeOf: (id: string) => BundleNode | undefined;
}

/** The areas of a design that are lists. */
const LISTS = new Set(['pins', 'removed']);

const plain = (text: string): Words => ({ tr: text, en: text });

/** Names of parts that no schema of a section declares. */
const partNames: Readonly<Record<string, Words>> = {
  $type: { tr: 'Tür', en: 'Type' },
  $from: { tr: 'Temadaki yeri', en: 'Place in the theme' },
  key: { tr: 'Tema', en: 'Theme' },
  version: { tr: 'Sürüm', en: 'Version' },
  preset: { tr: 'Hazır görünüm', en: 'Preset' },
  pack: { tr: 'Denenen paket', en: 'Pack that is tried' },
  label: { tr: 'Yazı', en: 'Text' },
  link: { tr: 'Bağlantı', en: 'Link' },
  items: { tr: 'Öğe', en: 'Item' },
  to: { tr: 'Türü', en: 'Kind' },
  id: { tr: 'Kimlik', en: 'Id' },
  extension: { tr: 'Eklenti', en: 'Extension' },
  block: { tr: 'Blok', en: 'Block' },
  page: { tr: 'Sayfa', en: 'Page' },
  config: { tr: 'Ayar', en: 'Setting' },
  title: { tr: 'Başlık', en: 'Title' },
  path: { tr: 'Adres', en: 'Address' },
  seo: { tr: 'Arama motorları', en: 'Search engines' },
  description: { tr: 'Açıklama', en: 'Description' },
  noindex: { tr: 'Aramada gösterme', en: 'Hide from search' },
  legal: { tr: 'Hukuki metin', en: 'Legal text' },
  customCss: { tr: 'Ek CSS', en: 'Further CSS' },
  variables: { tr: 'Tema değişkenleri', en: 'Variables of the theme' },
};

const partName = (part: string): Words => (Object.hasOwn(partNames, part) ? (partNames[part] as Words) : plain(part));

/** Names the way to a value; numbers count from one. */
function labelIn(
  { kind, nodeId, field, path }: DesignChange,
  { is, was, named: names, nodeOf }: Knowing,
): Words | null {
  if (field === null) return null;
  const parts = kind === 'other_changed' ? path : [field, ...path];
  if (parts.length === 0) return null;
  let place = kind === 'section_changed' ? propsOf(nodeOf(nodeId ?? ''), names) : NOWHERE;
  const words = parts.map((part, nth): Words => {
    if ((nth > 0 || LISTS.has(field)) && /^\d+$/.test(part)) return plain(String(Number(part) + 1));
    place = fieldOf(place, part);
    if (kind === 'variable_changed') return variableOf(part, names)?.label ?? plain(part);
    if (nth === 0 && field === 'menus') return plain((is.menus[part] ?? was?.menus[part])?.label ?? part);
    if (nth === 0 && field === 'zones') return zoneOf(part)?.label ?? plain(part);
    return labelOf(place) ?? partName(part);
  });
  const joined = (language: keyof Words) => words.map((each) => each[language]).join(' › ');
  return { tr: joined('tr'), en: joined('en') };
}

const propsOf = (node: BundleNode | undefined, { sectionOf }: PartNames): Meaning =>
  placeOf(node && (sectionOf(node.type)?.props as object | undefined));

const variableOf = (name: string, { theme }: PartNames) => theme?.variables.find((each) => each.name === name);

/** The place of a prop that holds the value. */
function meaningOf({ kind, nodeId, field, path }: DesignChange, names: PartNames, nodeOf: Knowing['nodeOf']): Meaning {
  if (kind !== 'section_changed' || field === null) return NOWHERE;
  const parts = [field, ...path].filter((part) => !/^\d+$/.test(part));
  return parts.reduce<Meaning>(fieldOf, propsOf(nodeOf(nodeId ?? ''), names));
}

/** Finds the name of a choice. */
function wordsOf({ kind, field }: DesignChange, value: unknown, meaning: Meaning, names: PartNames): Words | undefined {
  if (typeof value !== 'string') return undefined;
  if (field === '$type') return names.sectionOf(value)?.label;
  if (kind === 'theme_changed' && field === 'preset')
    return names.theme?.presets.find(({ key }) => key === value)?.label;
  if (kind === 'variable_changed' && field !== null)
    return variableOf(field, names)?.options?.find((option) => option.value === value)?.label;
  return wordOf(meaning, value);
}

/**
 * Writes both values as texts, numbers or switches. A long text is cut to the part where they differ: a beginning that both share tells
 * nothing.
 */
function excerpts(before: unknown, after: unknown): readonly [unknown, unknown] {
  const [was, is] = [before, after].map((value) => (isStructured(value) ? JSON.stringify(value) : value));
  if (typeof was !== 'string' && typeof is !== 'string') return [was, is];
  const shared = typeof was === 'string' && typeof is === 'string' ? sharedStart(was, is) : 0;
  const from = Math.max(0, shared - CONTEXT_CHARS);
  return [cut(was, from), cut(is, from)];
}

const isStructured = (value: unknown): boolean => typeof value === 'object' && value !== null;

function sharedStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function cut(value: unknown, from: number): unknown {
  if (typeof value !== 'string' || value.length <= VALUE_CHARS) return value;
  const end = from + VALUE_CHARS;
  return `${from > 0 ? '…' : ''}${value.slice(from, end)}${end < value.length ? '…' : ''}`;
}
