import type { Static, TObject, Words } from '../kernel/schema/schema';
import type { GroupName, PageKind } from '../kit/page-kinds';

/** A place of a section for other nodes. */
export interface Slot {
  readonly label: Words;
  /** Types of sections that the slot takes. */
  readonly types: readonly string[];
  readonly max: number;
}

/** A type of nodes. The offers of editors, the checks and the drawing follow from it. */
export interface SectionType<T extends string = string, P extends TObject = TObject> {
  readonly type: T;
  readonly label: Words;
  /** One sentence for whoever picks one. */
  readonly help: Words;
  /** The element of the kit that it is drawn as. */
  readonly element: string;
  /** Kinds of pages that it stands on; none where only groups or slots take it. */
  readonly pages: readonly PageKind[];
  readonly groups: readonly GroupName[];
  /** Each such page, or group, has at least `min` and at most `max` of it. */
  readonly min: number;
  readonly max: number;
  readonly props: P;
  readonly slots: Readonly<Record<string, Slot>>;
}

type Draft<T extends string, P extends TObject> = Pick<
  SectionType<T, P>,
  'type' | 'label' | 'help' | 'element' | 'props'
> &
  Partial<Pick<SectionType<T, P>, 'pages' | 'groups' | 'min' | 'max' | 'slots'>>;

/** Sections of one type on one page, where its declaration says nothing. */
const MAX = 100;

/** Declares a type of sections. */
export const section = <const T extends string, P extends TObject>(draft: Draft<T, P>): SectionType<T, P> => ({
  pages: [],
  groups: [],
  min: 0,
  max: MAX,
  slots: {},
  ...draft,
});

/** Props of a declared type. */
export type PropsOf<S> = S extends SectionType<string, infer P> ? Static<P> : never;
