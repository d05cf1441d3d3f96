import type { Command } from '../../kernel/declaration/command';
import { digestOf } from '../../kernel/digest';

/** Words about a field; a field of that name is an object here. */
const WORDS = new Set(['title', 'description', '$comment']);

/**
 * Fingerprint of what the payload of a command must look like. When an item turns out otherwise than its owner saw, it says whether
 * that is why. What a schema says about meaning, and not about shape, leaves items valid that were recorded before it was said.
 */
export const schemaHashOf = ({ payload }: Pick<Command, 'payload'>): string =>
  digestOf(
    JSON.parse(
      JSON.stringify(payload, (key, value) =>
        key.startsWith('x-') || (WORDS.has(key) && typeof value === 'string') ? undefined : value,
      ),
    ),
  );
