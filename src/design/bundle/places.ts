import type { Bundle } from './bundle';

/** A place of sections: a page, or a part that all pages share. */
export type SectionPlace =
  | { readonly of: 'page'; readonly key: string }
  | { readonly of: 'group'; readonly key: 'header' | 'footer' };

/** The place of a list of nodes: one of sections, or a slot of a node. */
export type ListAt = SectionPlace | { readonly of: 'slot'; readonly key: string; readonly slot: string };

export function listAt(body: Bundle, at: ListAt): readonly string[] {
  if (at.of === 'group') return body.groups[at.key];
  if (at.of === 'page') return body.pages[at.key]?.root ?? [];
  return body.nodes[at.key]?.slots?.[at.slot] ?? [];
}

export const placesOf = ({ pages }: Bundle): readonly SectionPlace[] => [
  ...Object.keys(pages).map((key) => ({ of: 'page', key }) as const),
  { of: 'group', key: 'header' },
  { of: 'group', key: 'footer' },
];
