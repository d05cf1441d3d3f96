import { effectSchema, fieldChangeSchema } from '../kernel/entity';
import type { Problem } from '../kernel/errors';
import { picturesSchema } from '../kernel/pictures';
import type { HashManner } from '../kernel/preview-hash';
import type { Preview } from '../kernel/recorder';
import { referencesSchema } from '../kernel/references';
import { id, json, label, nullable, object, oneOf, t, time, unit, words } from '../kernel/schema';
import { type ProposalState, proposalApplication, proposalStates } from './contract';

const itemStates = ['pending', 'applied', 'skipped', 'stale', 'refused', 'failed'] as const;
export type ItemState = (typeof itemStates)[number];

/** Those in which an item holds its proposal up. */
export const heldStates = ['stale', 'refused', 'failed'] as const satisfies readonly ItemState[];
export type HeldState = (typeof heldStates)[number];

const pauseReasons = ['stale', 'refused', 'schema_changed', 'failed'] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const previewHash = label('Görülen hali', 'Version seen');
export const note = label('Not', 'Note');
export const reason = label('Gerekçe', 'Reason');
export const proposalId = label('Öneri', 'Proposal')(id('prp'));
export const itemId = label('Öneri öğesi', 'Item of the proposal')(id('pit'));

export const previewSchema = object({
  changes: t.Array(fieldChangeSchema),
  effects: t.Array(effectSchema),
  bumpsGeneration: t.Boolean(),
  irreversible: t.Optional(t.Boolean({ description: 'No command would take this call back.' })),
  result: json(),
  hash: t.String(),
});

const itemState = label(
  'Durum',
  'State',
)(
  oneOf(
    itemStates,
    words({
      pending: ['sırada', 'pending'],
      applied: ['uygulandı', 'applied'],
      skipped: ['atlandı', 'skipped'],
      stale: ['güncel değil', 'out of date'],
      refused: ['reddedildi', 'refused'],
      failed: ['hata verdi', 'failed'],
    }),
  ),
);
const acceptedHash = label(
  'Kabul edilen hali',
  'Accepted version',
)(nullable(t.String({ description: 'Hash of the current preview that the owner accepted.' })));

/** What is recorded of an item. */
export const itemEntity = label('Öneri öğesi', 'Item of a proposal')(object({ state: itemState, acceptedHash }));

export const itemSchema = object({
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
  problem: nullable(
    t.Record(t.String(), t.Unknown(), { description: 'Why it was refused, or how it failed, when it was its turn.' }),
  ),
  acceptedHash,
  auditId: nullable(t.String()),
  recordedAt: time(),
  appliedAt: nullable(time()),
});

export const pauseFields = {
  itemId,
  seq: label('Sıra', 'Position')(t.Integer()),
  reason: label(
    'Neden',
    'Why',
  )(
    oneOf(
      pauseReasons,
      words({
        stale: ['öneriden bu yana mağaza değişti', 'the store has moved on since it was proposed'],
        refused: ['bu öğe uygulanamadı', 'this item could not be applied'],
        schema_changed: ['komutun biçimi değişti', 'the form of the command has changed'],
        failed: ['bu öğe bizden kaynaklı bir hatayla durdu', 'this item failed on our side'],
      }),
    ),
  ),
  message: label('İleti', 'Message')(t.String({ description: 'What moved on since, for people.' })),
};

export const pauseSchema = label('Duraklama', 'Pause')(object(pauseFields));

const proposalState = label(
  'Durum',
  'State',
)(
  oneOf(
    proposalStates,
    words({
      open: ['hazırlanıyor', 'in preparation'],
      submitted: ['onay bekliyor', 'waits for approval'],
      applying: ['uygulanıyor', 'applying'],
      paused: ['durdu', 'paused'],
      applied: ['uygulandı', 'applied'],
      rejected: ['reddedildi', 'rejected'],
      withdrawn: ['geri çekildi', 'withdrawn'],
    }),
  ),
);
const agentNote = note(nullable(t.String({ description: 'What the agent says about it.' })));
const whyEnded = reason(nullable(t.String({ description: 'Why it was rejected or withdrawn.' })));

/** What is recorded of a proposal; its items are counted. */
export const proposalEntity = label(
  'Öneri',
  'Proposal',
)(
  object({
    state: proposalState,
    note: agentNote,
    reason: whyEnded,
    pause: nullable(pauseSchema),
    items: label('Öğeler', 'Items')(t.Integer(unit('count'))),
    skipped: label('Atlanan', 'Skipped')(t.Integer(unit('count'))),
  }),
);

const proposalFields = {
  id: id('prp'),
  state: proposalState,
  token: object({
    id: t.String(),
    label: t.String(),
    kind: oneOf(['agent', 'developer']),
    usable: t.Boolean({
      description: 'Neither revoked nor expired: when it is not, the owner decides on an open proposal.',
    }),
  }),
  workspaceId: nullable(t.String()),
  items: object({ total: t.Integer(), pending: t.Integer(), applied: t.Integer(), skipped: t.Integer() }),
  note: agentNote,
  reason: whyEnded,
  pause: nullable(pauseSchema),
  hash: t.String({ description: 'Hash of everything that a reviewer sees; approval names it.' }),
  rev: t.Integer({ description: 'Moves with what is recorded and decided, not with each item that is applied.' }),
  createdAt: time(),
  submittedAt: nullable(time()),
  decidedAt: nullable(time()),
  decidedBy: nullable(t.String()),
  finishedAt: nullable(time()),
  workflowId: nullable(t.String({ description: 'Find it under this id in the Temporal UI.' })),
};

/** A row of the inbox. */
export const proposalSchema = object(proposalFields);

/** One proposal with what a reviewer needs. Pages of one `hash` list what that hash names. */
export const proposalDetailSchema = object({
  ...proposalFields,
  list: t.Array(itemSchema, { description: 'A page of the items, in the order in which they apply.' }),
  references: referencesSchema,
  nextCursor: nullable(t.String({ description: 'Where the next page begins; null on the last one.' })),
});

export interface ProposalRow {
  readonly id: string;
  readonly state: ProposalState;
  readonly tokenId: string;
  readonly tokenLabel: string;
  readonly tokenKind: 'agent' | 'developer';
  readonly tokenUsable: boolean;
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
    reason: PauseReason;
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
  readonly reservedIds: readonly string[];
  readonly schemaHash: string;
  readonly hashManner: HashManner;
  readonly state: ItemState;
  readonly preview: Preview;
  readonly currentPreview: Preview | null;
  readonly problem: Problem | null;
  readonly acceptedHash: string | null;
  readonly auditId: string | null;
  readonly recordedAt: string;
  readonly appliedAt: string | null;
}

/** The proposal as audit rows compare it: what a move can change. */
export const proposalSnapshot = ({ state, note, reason, pause, skipped }: ProposalRow) => ({
  state,
  note,
  reason,
  pause,
  skipped,
});

export function proposalView(row: ProposalRow) {
  const {
    tokenId,
    tokenLabel,
    tokenKind,
    tokenUsable,
    total,
    pending,
    applied,
    skipped,
    pauses: _pauses,
    ...rest
  } = row;
  const decided =
    row.state !== 'open' && row.state !== 'submitted' && row.decidedAt !== null && row.state !== 'rejected';
  return {
    ...rest,
    token: { id: tokenId, label: tokenLabel, kind: tokenKind, usable: tokenUsable },
    items: { total, pending, applied, skipped },
    workflowId: decided ? proposalApplication.workflowId(row.id) : null,
  };
}
