/** Values of one field, least and most included. */
export type Bounds = { readonly definitionId: string } & (
  | { readonly kind: 'text'; readonly least: string; readonly most: string }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
);

/** Bounds of which the first is met by so few values that the list is found by it; without any it is walked. */
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
