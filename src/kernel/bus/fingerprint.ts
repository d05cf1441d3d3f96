import { keyedDigestOf } from '../digest';

/** Facts that make two calls with one key the same call. */
export interface Facts {
  readonly command: string;
  readonly payload: unknown;
  /** The id of the caller's credential. */
  readonly actor: string;
  readonly deferBump: boolean;
  readonly expectedRev: number | null;
}

const SEPARATOR = ' ';

/**
 * A keyed digest of the whole, and beside it what was stated, in the open: a caller whose call differs is told in what. Command and
 * credential stand in the audit row.
 */
export function fingerprintOf(key: Buffer, facts: Facts): string {
  return [digestOf(key, facts), facts.deferBump, facts.expectedRev ?? ''].join(SEPARATOR);
}

export const isSameCall = (stored: string, fingerprint: string): boolean => digestIn(stored) === digestIn(fingerprint);

/** One difference between the call that a key was used for and the one that comes with it now. */
export interface Difference {
  readonly of: 'credential' | 'command' | 'payload' | 'deferBump' | 'expectedRev';
  /** A sentence for people about this difference. */
  readonly told: string;
}

/**
 * @param stored the fingerprint of the first call
 * @param first its command and actor
 * @returns the differences; none when too little was kept to know them. About another credential's call nothing else is said.
 */
export function differences(
  key: Buffer,
  stored: string,
  first: Pick<Facts, 'command' | 'actor'>,
  now: Facts,
): readonly Difference[] {
  if (first.actor !== now.actor) return [{ of: 'credential', told: 'it came with another credential' }];
  if (first.command !== now.command) return [{ of: 'command', told: `it was ${first.command}` }];
  const [digest, deferred, rev] = stored.split(SEPARATOR);
  if (deferred === undefined) return [];
  const deferBump = deferred === 'true';
  const expectedRev = rev ? Number(rev) : null;
  const isSamePayload = digestOf(key, { ...now, deferBump, expectedRev }) === digest;
  const found: readonly (Difference | false)[] = [
    expectedRev !== now.expectedRev && {
      of: 'expectedRev',
      told: `its rev (If-Match, expectedRev) was ${expectedRev ?? 'not stated'} and is ${now.expectedRev ?? 'not stated'} now`,
    },
    deferBump !== now.deferBump && {
      of: 'deferBump',
      told: `its deferBump was ${deferBump} and is ${now.deferBump} now`,
    },
    !isSamePayload && { of: 'payload', told: 'it had another payload' },
  ];
  return found.filter((difference) => difference !== false);
}

const digestOf = (key: Buffer, { command, payload, actor, deferBump, expectedRev }: Facts): string =>
  keyedDigestOf(key, [command, payload, actor, deferBump, expectedRev]);

const digestIn = (fingerprint: string): string => fingerprint.split(SEPARATOR)[0] as string;
