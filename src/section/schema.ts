import { bothLanguages, json, object, oneOf, t } from '../kernel/schema/schema';
import { groupNames, pageKinds } from '../kit/page-kinds';
import type { SectionType } from './declare';

export const sectionSchema = object({
  type: t.String(),
  label: bothLanguages,
  help: bothLanguages,
  element: t.String({ description: 'The element of the kit that it is drawn as.' }),
  pages: t.Array(oneOf(pageKinds), { description: 'Kinds of pages that it stands on; none: groups or slots take it.' }),
  groups: t.Array(oneOf(groupNames)),
  min: t.Integer({ description: 'Of it on each such page, or in each such group.' }),
  max: t.Integer(),
  props: json({
    description:
      'JSON Schema of its props. `x-label` names a field, `x-hint` says what it holds: link, richText, menu, media, product, collection or category.',
  }),
  slots: t.Record(t.String(), object({ label: bothLanguages, types: t.Array(t.String()), max: t.Integer() }), {
    description: 'Places for other nodes.',
  }),
});

export const sectionView = ({ type, label, help, element, pages, groups, min, max, props, slots }: SectionType) => ({
  type,
  label,
  help,
  element,
  pages: [...pages],
  groups: [...groups],
  min,
  max,
  props: props as unknown,
  slots,
});
