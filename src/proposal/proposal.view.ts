import type { Problem } from '../kernel/errors';
import type { Preview } from '../kernel/recorder';
import { id, json, nullable, object, oneOf, t, time } from '../kernel/schema';
import { type ProposalState, proposalStates, proposalWorkflowId } from './proposal.jobs';

export const itemStates = ['pending', 'applied', 'skipped', 'stale', 'refused'] as const;
export type ItemState = (typeof itemStates)[number];

const fieldChange = object({ entity: t.String(), id: t.String(), field: t.String(), before: json(), after: json() });

export const previewSchema = object({
  changes: t.Array(fieldChange),
  effects: t.Array(object({ operation: t.String(), workflowId: t.String(), summary: t.String() })),
  bumpsGeneration: t.Boolean(),
  result: json(),
  hash: t.String(),
});

export const itemSchema = object({
  id: id('pit'),
  seq: t.Integer({ minimum: 1 }),
  command: t.String(),
  summary: t.String({ description: 'What the command does, in one sentence.' }),
  payload: json(),
  state: oneOf(itemStates),
  irreversible: t.Boolean({ description: 'No command takes it back.' }),
  preview: previewSchema,
  currentPreview: nullable(previewSchema),
  problem: nullable(t.Record(t.String(), t.Unknown(), { description: 'Why it was refused when it was its turn.' })),
  acceptedHash: nullable(t.String({ description: 'Hash of the current preview that the owner accepted.' })),
  auditId: nullable(t.String()),
  recordedAt: time(),
  appliedAt: nullable(time()),
});

const pauseSchema = object({
  itemId: id('pit'),
  seq: t.Integer(),
  reason: oneOf(['stale', 'refused', 'schema_changed']),
  message: t.String({ description: 'What moved on since, for people.' }),
});

export const proposalFields = {
  id: id('prp'),
  state: oneOf(proposalStates),
  token: object({ id: t.String(), label: t.String(), kind: oneOf(['agent', 'developer']) }),
  workspaceId: nullable(t.String()),
  items: object({ total: t.Integer(), pending: t.Integer(), applied: t.Integer(), skipped: t.Integer() }),
  note: nullable(t.String({ description: 'What the agent says about it.' })),
  reason: nullable(t.String({ description: 'Why it was rejected or withdrawn.' })),
  pause: nullable(pauseSchema),
  hash: t.String({ description: 'Hash of everything that a reviewer sees; approval names it.' }),
  rev: t.Integer(),
  createdAt: time(),
  submittedAt: nullable(time()),
  decidedAt: nullable(time()),
  decidedBy: nullable(t.String()),
  finishedAt: nullable(time()),
  workflowId: nullable(t.String({ description: 'Find it under this id in the Temporal UI.' })),
};

/** A row of the inbox. */
export const proposalSchema = object(proposalFields);

/** One proposal with what a reviewer needs. `list` replaces the counters of the inbox row. */
export const proposalDetailSchema = object({ ...proposalFields, list: t.Array(itemSchema) });

export interface ProposalRow {
  readonly id: string;
  readonly state: ProposalState;
  readonly tokenId: string;
  readonly tokenLabel: string;
  readonly tokenKind: 'agent' | 'developer';
  readonly workspaceId: string | null;
  readonly total: number;
  readonly pending: number;
  readonly applied: number;
  readonly skipped: number;
  readonly note: string | null;
  readonly reason: string | null;
  readonly pause: {
    itemId: string;
    seq: number;
    reason: 'stale' | 'refused' | 'schema_changed';
    message: string;
  } | null;
  readonly pauses: number;
  readonly hash: string;
  readonly rev: number;
  readonly createdAt: string;
  readonly submittedAt: string | null;
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
  readonly finishedAt: string | null;
}

export interface ItemRow {
  readonly id: string;
  readonly proposalId: string;
  readonly seq: number;
  readonly command: string;
  /** As it may be shown: without what its command keeps from the audit log. */
  readonly payload: unknown;
  /** The whole payload, sealed, when it holds what must not lie open. */
  readonly sealedPayload: Buffer | null;
  readonly key: string;
  readonly deferBump: boolean;
  readonly expectedRev: number | null;
  readonly reservedIds: string[];
  readonly schemaHash: string;
  readonly state: ItemState;
  readonly preview: Preview;
  readonly currentPreview: Preview | null;
  readonly problem: Problem | null;
  readonly acceptedHash: string | null;
  readonly auditId: string | null;
  readonly recordedAt: string;
  readonly appliedAt: string | null;
}

export function proposalView(row: ProposalRow) {
  const { tokenId, tokenLabel, tokenKind, total, pending, applied, skipped, pauses: _pauses, ...rest } = row;
  const decided =
    row.state !== 'open' && row.state !== 'submitted' && row.decidedAt !== null && row.state !== 'rejected';
  return {
    ...rest,
    token: { id: tokenId, label: tokenLabel, kind: tokenKind },
    items: { total, pending, applied, skipped },
    workflowId: decided ? proposalWorkflowId(row.id) : null,
  };
}
