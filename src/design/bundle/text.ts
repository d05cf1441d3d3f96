import { createHash } from 'node:crypto';
import { canonicalJson } from '../../kernel/canonical';

/** A body as it is kept: its canonical text, and the SHA-256 of that as its name. */
export interface BodyText {
  readonly hash: string;
  readonly text: string;
  readonly bytes: number;
}

/** Equal bodies have equal text, whatever the order of their keys. */
export function bodyText(body: unknown): BodyText {
  const text = canonicalJson(body);
  const utf8 = Buffer.from(text);
  return { hash: createHash('sha256').update(utf8).digest('hex'), text, bytes: utf8.length };
}

/** The form of a hash. */
export const HASH = '^[0-9a-f]{64}$';
