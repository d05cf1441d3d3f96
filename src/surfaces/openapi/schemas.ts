import { envelopeSchema } from '../../kernel/call/envelope';
import type { Command } from '../../kernel/declaration/command';
import { effectSchema, fieldChangeSchema } from '../../kernel/declaration/entity';
import { nullable, object, t, typeNamed } from '../../kernel/schema/schema';
import { onceProperties } from './answers';
import { type Json, plain, schemaRef, typeNameOf } from './json';

/** Each command as three named schemas: what is sent, what is answered, and its envelope. */
export function commandSchemas(commands: readonly Command[]): Json {
  const { command: _, payload: __, ...envelope } = (plain(envelopeSchema) as { properties: Json }).properties;
  const schemas: Json = {};
  for (const command of commands) {
    const name = typeNameOf(command.id);
    schemas[`${name}Payload`] = { ...plain(command.payload), description: command.summary };
    schemas[`${name}Result`] = plain(command.result);
    schemas[`${name}Call`] = {
      type: 'object',
      description: [
        command.summary,
        'Needs an idempotencyKey or dryRun, here or as a header.',
        `Scope \`${command.scope}\`.`,
        command.flags.join(', '),
      ]
        .filter(Boolean)
        .join(' '),
      additionalProperties: false,
      properties: { command: { const: command.id }, ...envelope, payload: schemaRef(`${name}Payload`) },
      required: ['command', 'storeId', 'payload'],
    };
    schemas[`${name}Answer`] = {
      type: 'object',
      additionalProperties: false,
      properties: {
        command: { const: command.id },
        result: schemaRef(`${name}Result`),
        generation: plain(nullable(t.Integer({ description: 'The store generation, when this command moved it.' }))),
        auditId: { type: 'string' },
        ...(command.answersOnce ? onceProperties(command.answersOnce) : {}),
      },
      required: ['command', 'result', 'generation', 'auditId'],
    };
  }
  return {
    CommandEnvelope: {
      oneOf: commands.map(({ id }) => schemaRef(`${typeNameOf(id)}Call`)),
      discriminator: {
        propertyName: 'command',
        mapping: Object.fromEntries(commands.map(({ id }) => [id, schemaRef(`${typeNameOf(id)}Call`).$ref])),
      },
    },
    ...schemas,
  };
}

/** Describes the answers of dry runs and proposals, and the refusals. */
export function sharedSchemas(): Json {
  const preview = typeNamed('ChangesPreview')(
    object({
      changes: t.Array(fieldChangeSchema),
      effects: t.Array(effectSchema, { description: 'Work that the call would start or cancel.' }),
      bumpsGeneration: t.Boolean(),
      irreversible: t.Boolean({ description: 'No command would take this call back.' }),
      result: t.Unknown({ description: 'Answer that the call would give.' }),
      hash: t.String({ description: 'SHA-256 of the preview without generated ids and clock values.' }),
    }),
  );
  const wouldPropose = t.Optional(
    t.Literal(true, { description: 'The live call would be recorded into a proposal, and not run.' }),
  );
  return plain({
    Done: object(
      { dryRun: t.Optional(t.Boolean({ description: 'Only in a preview, which is of another type.' })) },
      { description: 'It is done, and there is nothing more to tell.' },
    ),
    Preview: object({ dryRun: t.Literal(true), wouldPropose, preview }),
    CommandPreview: object({ command: t.String(), dryRun: t.Literal(true), wouldPropose, preview }),
    Proposed: object({
      proposed: t.Literal(true),
      proposalId: t.String(),
      itemId: t.String(),
      seq: t.Integer({ description: 'Position in the proposal, from 1.' }),
      preview,
    }),
    Problem: problemSchema,
  });
}

const POINTER =
  'JSON pointer (RFC 6901) into the body as it was sent; other places are `/path/…`, `/query/…` and `/header/…`.';

/** Further members are facts that a program acts on, e.g. `currentRev`. */
const problemSchema = t.Object(
  {
    type: t.String({ description: '`/docs/errors/` and the code: a page of the same server that says what to do.' }),
    title: t.String(),
    status: t.Integer({ minimum: 400, maximum: 599 }),
    code: t.String({ description: 'Code for programs.' }),
    detail: t.String(),
    message: t.String({ description: 'The title in Turkish.' }),
    nextStep: t.Optional(
      object({ tr: t.String(), en: t.String() }, { description: 'Next step of the caller, in words for people.' }),
    ),
    errors: t.Optional(
      t.Array(
        object({
          pointer: t.String({ description: POINTER }),
          message: t.String(),
          code: t.Optional(t.String({ description: 'Code of this fault, if the call names many things.' })),
          facts: t.Optional(
            t.Record(t.String(), t.Unknown(), {
              description: 'Present values, e.g. `currentRev` and `current` of a drift.',
            }),
          ),
        }),
      ),
    ),
    requestId: t.String(),
  },
  { description: 'RFC 9457.', additionalProperties: true },
);
