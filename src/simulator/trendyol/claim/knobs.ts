import { isInteger, type Resources, record } from '../../kit/control';

/** Behaviour of claims that the documents leave open. */
export interface ClaimKnobs {
  /** A window holds claims that were opened in it, or those that changed in it. */
  windowOf: 'opened' | 'changed';
  /** The status of a claim once its seller does not accept it. */
  afterIssue: 'Unresolved' | 'Rejected';
  /** By which field a file comes. */
  fileField: 'files' | 'file';
  /** The time for which an approved claim is checked for fraud, milliseconds before scaling; 0: none is. */
  fraudCheckMs: number;
  /** True if claims tell until when their seller may act. */
  tellsDeadline: boolean;
}

export const usualClaimKnobs: Readonly<ClaimKnobs> = {
  windowOf: 'changed',
  afterIssue: 'Unresolved',
  fileField: 'files',
  fraudCheckMs: 0,
  tellsDeadline: true,
};

const checks: Readonly<Record<keyof ClaimKnobs, (value: unknown) => boolean>> = {
  windowOf: (value) => value === 'opened' || value === 'changed',
  afterIssue: (value) => value === 'Unresolved' || value === 'Rejected',
  fileField: (value) => value === 'files' || value === 'file',
  fraudCheckMs: (value) => isInteger(value) && value >= 0 && value <= 86_400_000,
  tellsDeadline: (value) => typeof value === 'boolean',
};

export const claimKnobsResource = (knobs: ClaimKnobs): Resources[string] => ({
  GET: () => knobs,
  PUT: (body) => {
    const wanted = record(body, 'The body', Object.keys(checks));
    for (const [name, value] of Object.entries(wanted))
      if (!checks[name as keyof ClaimKnobs](value)) throw new RangeError(`${name} is not what it can be.`);
    return Object.assign(knobs, wanted);
  },
  DELETE: () => Object.assign(knobs, usualClaimKnobs),
});
