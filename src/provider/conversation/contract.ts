/** The standing of a row after a step of its workflow. */
export interface RowStanding<State> {
  /** The state of the row; null: no provider is asked for it. */
  readonly state: State | null;
  /** The pause before the next step, in ms; null: there is none. */
  readonly waitMs: number | null;
}
