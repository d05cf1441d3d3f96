/** Values of one field, least and most included. */
export type Bounds = { readonly definitionId: string } & (
  | { readonly kind: 'text'; readonly least: string; readonly most: string }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
);

/** The bounds that a list is filtered by, the rarest first. `isFew`: few values meet that one, so they are read and not the whole list. */
export interface FieldFilter {
  readonly bounds: readonly Bounds[];
  readonly isFew: boolean;
}

/** The field by which a list is sorted. */
export interface FieldOrder {
  readonly definitionId: string;
  readonly kind: Bounds['kind'];
}

/** The query of a list by custom fields. */
export interface FieldsAsked {
  readonly fields?: FieldFilter | undefined;
  readonly sortField?: FieldOrder | undefined;
}
