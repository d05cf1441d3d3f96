import { digestOf } from '../../kernel/canonical';
import { type CapabilityIndex, type Mutation, routeMutation, type Services } from '../../kernel/declare';
import { object, type TSchema } from '../../kernel/schema';
import { schemaErrors } from '../../kernel/validation';

export interface KnownMutation {
  readonly mutation: Mutation;
  readonly summary: string;
  readonly irreversible: boolean;
  /** Fingerprint of what the payload must look like. When an item turns out otherwise than its owner saw, it says whether that is why. */
  schemaHash(): string;
  payloadErrors(payload: unknown): readonly { pointer: string; message: string }[];
}

/** The mutation that an item names: a command, or a write route under its own id. */
export function findMutation(
  capabilities: CapabilityIndex | Services['capabilities'],
  id: string,
): KnownMutation | undefined {
  const command = capabilities.command(id);
  if (command) {
    return {
      mutation: command,
      summary: command.summary,
      irreversible: command.irreversible === true,
      schemaHash: () => shapeHash(command.payload),
      payloadErrors: (payload) => schemaErrors(command.payload, payload, '/payload'),
    };
  }
  const route = capabilities.routes.find((candidate) => candidate.id === id);
  if (!route?.writes || 'delegates' in route) return undefined;
  const payload = object({ params: route.params, body: route.body });
  return {
    mutation: routeMutation(route),
    summary: route.summary,
    irreversible: route.irreversible === true,
    schemaHash: () => shapeHash(payload),
    payloadErrors: (value) => schemaErrors(payload, value, '/payload'),
  };
}

/** Words about a field; a field of that name is an object here. */
const WORDS = new Set(['title', 'description', '$comment']);

/** What a schema says about meaning, and not about shape, leaves items valid that were recorded before it was said. */
const shapeHash = (schema: TSchema): string =>
  digestOf(
    JSON.parse(
      JSON.stringify(schema, (key, value) =>
        key.startsWith('x-') || (WORDS.has(key) && typeof value === 'string') ? undefined : value,
      ),
    ),
  );
