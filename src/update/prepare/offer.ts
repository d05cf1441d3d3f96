import type { UpdateKind, UpdateRow } from '../../store/update/aggregate';
import type { UpdateReport } from '../entry/report';

/** A thing that has versions. */
export interface Subject {
  readonly kind: UpdateKind;
  readonly name: string;
}

/** A thing as it is, and a newer version that it could be brought to. */
export interface Target extends Subject {
  readonly fromVersion: string;
  readonly toVersion: string;
  /** Number of the live version, or rev of the extension. */
  readonly baseRev: number;
}

/** An update as it is prepared, before it has a row. */
export interface Offer extends Target, Pick<UpdateRow, 'class' | 'beforeHash' | 'hash' | 'reason'> {
  readonly report: UpdateReport;
  /** Text of the body that `hash` names. */
  readonly text: string | null;
}

/** The version in which a thing is now; undefined: it is there no more. */
export interface Present {
  readonly version: string;
  /** Number of the live version of the design. */
  readonly seq: number | null;
}
