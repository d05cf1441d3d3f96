/** JSON Schema as far as flags and texts follow from it. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  /** `binary`: the bytes of a file. */
  readonly contentEncoding?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  /** A list has no more entries. */
  readonly maxItems?: number;
  /** Nobody may read it back. */
  readonly 'x-secret'?: boolean;
  /** The unit that a number counts. */
  readonly 'x-unit'?: string;
}
