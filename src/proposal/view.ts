import { comparedSchema } from '../kernel/declaration/comparing';
import { uponSchema } from '../kernel/declaration/upon';
import { picturesSchema } from '../kernel/objects/pictures';
import {
  id,
  json,
  label,
  nullable,
  object,
  oneOf,
  type Static,
  t,
  time,
  typeNamed,
  unit,
} from '../kernel/schema/schema';
import { referencesSchema } from '../kernel/table/references';
import type { Row } from '../kernel/table/table';
import { proposalApplication } from './contract';
import { itemFilesSchema } from './item/files';
import { previewSchema } from './item/preview';
import { type ItemState, item } from './item/table';
import { itemWorkSchema } from './item/work';
import { risksSchema } from './review/risks';
import { reviewSchema } from './review/schema';
import { proposal } from './table';

export type ItemRow = Row<typeof item>;

/** The states in which an item holds its proposal up. */
export const heldStates = ['stale', 'refused', 'failed', 'started'] as const satisfies readonly ItemState[];
export type HeldState = (typeof heldStates)[number];

export const previewHash = label('Görülen hali', 'Version seen');
export const proposalId = label('Öneri', 'Proposal')(id('prp'));

const { state: itemState, acceptedHash, skipReason, comment } = item.fields;

/** The fields of an item in its audit rows. */
export const itemEntity = item.label(object({ state: itemState, acceptedHash, skipReason, comment }));

export const itemSchema = typeNamed('ProposalItem')(
  object({
    id: id('pit'),
    seq: t.Integer({ minimum: 1 }),
    command: t.String(),
    summary: t.String({ description: 'What the command does, in one sentence.' }),
    payload: json(),
    state: itemState,
    irreversible: t.Boolean({ description: 'No command takes this call back.' }),
    preview: previewSchema,
    currentPreview: nullable(previewSchema),
    pictures: picturesSchema,
    files: itemFilesSchema,
    risks: risksSchema,
    problem: nullable(
      t.Record(t.String(), t.Unknown(), { description: 'Why it was refused, or how it failed, when it was its turn.' }),
    ),
    work: itemWorkSchema,
    design: nullable({
      ...comparedSchema,
      description:
        'Of a call that would show shoppers another design: both designs, and what changes. Of one that installs a theme: who pushed it.',
    }),
    upon: t.Array(uponSchema, {
      description:
        'For the owner: what the call acts upon as it is known now, e.g. the question that it answers, or the pieces of the return on which it decides. Beyond 40 facts the last one says how many more there are. Empty where the changes tell it.',
    }),
    acceptedHash,
    skipReason,
    comment,
    auditId: nullable(t.String()),
    recordedAt: time(),
    appliedAt: nullable(time()),
  }),
);

const { state, note, reason, pause } = proposal.fields;

/** The fields of a proposal in its audit rows; its items are counted. */
export const proposalEntity = proposal.label(
  object({
    state,
    note,
    reason,
    pause,
    items: label('Öğeler', 'Items')(t.Integer(unit('count'))),
    skipped: label('Atlanan', 'Skipped')(t.Integer(unit('count'))),
  }),
);

const firstCallSchema = typeNamed('ProposalFirstCall')(
  object(
    {
      command: t.String(),
      carrier: nullable(t.String({ description: 'As all calls of a bulk act state it; null: they do not.' })),
      takesBack: t.Boolean({ description: 'It is an undo: a bulk act that takes another one back.' }),
    },
    { description: 'A bulk act is called by its first call.' },
  ),
);

const proposalFields = {
  ...proposal.answers,
  token: typeNamed('ProposalToken')(
    object({
      id: t.String(),
      label: t.String(),
      kind: oneOf(['agent', 'developer', 'owner'], {
        description: 'owner: a bulk act of the owner, with the id of the owner and no label.',
      }),
      usable: t.Boolean({
        description: 'Neither revoked nor expired: when it is not, the owner decides on an open proposal.',
      }),
    }),
  ),
  items: typeNamed('ProposalCounts')(
    object({
      total: t.Integer(),
      pending: t.Integer(),
      applied: t.Integer(),
      skipped: t.Integer(),
      leftRunning: t.Integer({
        description: 'Whose work went on when the proposal was withdrawn: what came of it says `work`.',
      }),
      dropped: t.Integer({ description: 'Never to be applied, since the proposal was rejected or withdrawn.' }),
    }),
  ),
  firstCall: nullable(firstCallSchema),
  workflowId: nullable(t.String({ description: 'Find it under this id in the Temporal UI.' })),
};

/** A row of the inbox. */
export const proposalSchema = typeNamed('ProposalRow')(object(proposalFields));

/** One proposal with what a reviewer needs. Pages of one `hash` list what that hash names. */
export const proposalDetailSchema = typeNamed('Proposal')(
  object({
    ...proposalFields,
    list: t.Array(itemSchema, { description: 'A page of the items, in the order in which they apply.' }),
    references: referencesSchema,
    nextCursor: nullable(t.String({ description: 'Where the next page begins; null on the last one.' })),
    review: reviewSchema,
  }),
);

/** A proposal without the counts of its items by state: to count thousands at each step of an application takes longer than the step. */
export interface ProposalHead extends Row<typeof proposal> {
  readonly tokenLabel: string;
  readonly tokenKind: 'agent' | 'developer' | 'owner';
  readonly tokenUsable: boolean;
  readonly total: number;
}

export interface ProposalRow extends ProposalHead {
  readonly pending: number;
  readonly applied: number;
  readonly skipped: number;
  readonly leftRunning: number;
  readonly dropped: number;
  /** Null: it has no call yet. */
  readonly firstCall: Static<typeof firstCallSchema> | null;
}

/** The proposal as audit rows compare it: the columns that a move can change. */
export const proposalSnapshot = (row: ProposalRow) => ({ ...proposal.snapshot(row), skipped: row.skipped });

/** The credential in whose name the calls run: the token, or the owner. */
export const proposerOf = ({ tokenId, ownerId }: Pick<ProposalRow, 'tokenId' | 'ownerId'>): string =>
  tokenId ?? (ownerId as string);

export function proposalView(row: ProposalRow): Static<typeof proposalSchema> {
  const { tokenLabel, tokenKind, tokenUsable } = row;
  const { total, pending, applied, skipped, leftRunning, dropped } = row;
  const decided =
    row.state !== 'open' && row.state !== 'submitted' && row.decidedAt !== null && row.state !== 'rejected';
  return {
    ...proposal.answer(row),
    token: { id: proposerOf(row), label: tokenLabel, kind: tokenKind, usable: tokenUsable },
    items: { total, pending, applied, skipped, leftRunning, dropped },
    firstCall: row.firstCall,
    workflowId: decided ? proposalApplication.workflowId(row.id) : null,
  };
}
