import { digestOf } from '../kernel/canonical';
import { type CapabilityIndex, type Mutation, routeMutation, type Services } from '../kernel/declare';
import { object } from '../kernel/schema';
import { schemaErrors } from '../kernel/validation';

export interface KnownMutation {
  readonly mutation: Mutation;
  readonly summary: string;
  readonly irreversible: boolean;
  /** Fingerprint of what the payload must look like: an item whose schema changed since it was recorded is not applied unseen. */
  readonly schemaHash: string;
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
      schemaHash: digestOf(command.payload),
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
    schemaHash: digestOf(payload),
    payloadErrors: (value) => schemaErrors(payload, value, '/payload'),
  };
}
