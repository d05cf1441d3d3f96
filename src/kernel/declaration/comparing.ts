import type { Queryable } from '../database/queryable';
import type { PreviewLinks } from '../objects/preview-links';
import { bothLanguages, json, nullable, object, type Static, t } from '../schema/schema';

const url = nullable(t.String({ description: 'Opens without a log-in. null: this installation shows no previews.' }));
const hash = t.String({ description: 'Hash of the body.' });

/** Two designs that whoever decides on a proposed call looks at side by side, or the theme that it lets drafts wear. */
export const comparedSchema = object({
  before: nullable(
    object(
      { seq: t.Integer(), hash, url },
      { description: 'The version over which it was proposed. null: none was live.' },
    ),
  ),
  after: nullable(
    object(
      { hash, url },
      { description: 'null: the call shows shoppers no other design. It lets drafts wear `theme`.' },
    ),
  ),
  theme: nullable(
    object(
      { key: t.String(), version: t.String(), pushedBy: nullable(t.String()) },
      {
        description:
          'The theme that `after` wears, or that drafts may wear. `pushedBy`: `agent`, `developer` or `owner`; null: the product.',
      },
    ),
  ),
  changes: nullable(
    t.Array(
      object({
        kind: t.String({ description: 'For example `section_changed`.' }),
        page: nullable(t.String({ description: 'Title or kind of the page; `header` or `footer`.' })),
        section: nullable(
          object({
            id: t.String(),
            label: bothLanguages,
            summary: nullable(t.String({ description: 'Its own words, which tell it from others of its type.' })),
          }),
        ),
        field: nullable(t.String()),
        path: t.Array(t.String(), { description: 'Leads to the value within the field.' }),
        label: nullable(bothLanguages),
        before: json({ description: 'Of a long text the part that differs; of a choice its name, as `{tr, en}`.' }),
        after: json(),
      }),
      {
        description:
          'The first hundred; each area of the design has some of them. null: earlier items of the page told theirs, and this item tells only its designs.',
      },
    ),
  ),
  changed: nullable(t.Integer({ 'x-unit': 'count', description: 'Number of all changes. null: they are not told.' })),
  pages: t.Array(
    object({
      kind: t.String({ description: 'Kind of the page; `extPage`: one of an extension.' }),
      title: nullable(t.String()),
      path: nullable(t.String({ description: 'Of own pages, and of those of extensions.' })),
    }),
    { description: 'Pages of the later design that look different, the first twenty.' },
  ),
});
export type Compared = Static<typeof comparedSchema>;

/** The call of a proposal, as far as its designs follow from it. */
export interface ComparedCall<P = unknown> {
  readonly db: Queryable;
  readonly storeId: string;
  readonly services: { readonly previews: PreviewLinks };
  readonly payload: P;
  /** The rev that the call states. */
  readonly expectedRev: number | null;
  /** False for links alone. A page of items reads so many bodies and no more. */
  readonly withChanges: boolean;
}
