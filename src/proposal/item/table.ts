import type { Problem } from '../../kernel/errors';
import { id, json, label, nullable, objectName, oneOf, t, time, words } from '../../kernel/schema/schema';
import { identity, table } from '../../kernel/table/table';
import type { HashManner } from '../../kernel/trace/preview-hash';
import type { Preview } from '../../kernel/trace/recorder';
import { uploadReference } from '../../media/upload/table';

export const itemStates = [
  'pending',
  'started',
  'applied',
  'skipped',
  'stale',
  'refused',
  'failed',
  'left_running',
  'dropped',
] as const;
export type ItemState = (typeof itemStates)[number];

const stateWords = {
  pending: ['sırada', 'pending'],
  started: ['başlatıldı', 'started'],
  applied: ['uygulandı', 'applied'],
  skipped: ['atlandı', 'skipped'],
  stale: ['güncel değil', 'out of date'],
  refused: ['reddedildi', 'refused'],
  failed: ['hata verdi', 'failed'],
  left_running: ['işi sürerken bırakıldı', 'left while its work went on'],
  dropped: ['uygulanmayacak', 'dropped'],
} as const;

/** Columns that are written when the item is recorded. `state.ts` lists the moves that change the others. */
const recorded = { kept: 'once', compared: false } as const;
const moved = { compared: false } as const;

const preview = t.Unsafe<Preview>({});

interface Awaited {
  /** The audit id of the call that started the work. */
  readonly auditId: string;
  /** The answer of the call, sealed like its outcome. */
  readonly result: unknown;
}

/** A call of an agent as it was recorded, to be run when its turn comes. */
export const item = table({
  word: 'proposal item',
  label: label('Öneri öğesi', 'Item of a proposal'),
  table: 'proposal_item',
  waiting: { bytes: 'broughtBytes', by: 'broughtBy' },
  columns: {
    id: identity('pit'),
    proposalId: { type: 'text', schema: id('prp'), ...recorded },
    seq: { type: 'integer', schema: t.Integer({ minimum: 1 }), ...recorded },
    command: { type: 'text', schema: t.String(), ...recorded },
    /** The payload as it may be shown, without the fields that its command keeps from the audit log. */
    payload: { type: 'jsonb', schema: json(), ...recorded },
    /** The whole payload, sealed, when it holds what must not lie open. */
    sealedPayload: { type: 'bytea', schema: nullable(t.Unsafe<Buffer>({})), ...recorded },
    /** Names of the files that its call brought, sealed or not, until it is decided on: nobody else names them yet. */
    objects: { type: 'text[]', schema: t.Array(objectName), ...moved },
    /** The bytes of those files, and the id of the credential that brought them. */
    broughtBytes: { type: 'integer', schema: t.Integer(), ...recorded },
    broughtBy: { type: 'text', schema: nullable(t.String()), ...recorded },
    /** The uploads that its call names, until it is decided on: so long they do not expire. */
    uploads: { type: 'text[]', schema: t.Array(uploadReference), ...moved },
    key: { type: 'text', schema: t.String(), ...recorded },
    deferBump: { type: 'boolean', schema: t.Boolean(), ...recorded },
    expectedRev: { type: 'integer', schema: nullable(t.Integer()), ...recorded },
    reservedIds: { type: 'text[]', schema: t.Array(t.String()), ...recorded },
    readRevs: { type: 'jsonb', schema: t.Record(t.String(), t.Integer()), ...recorded },
    /** Names of what it changes: later items that touch one of them build on it. */
    writes: { type: 'text[]', schema: t.Array(t.String()), ...recorded },
    /** Seqs of the items that have to run before it. */
    buildsOn: { type: 'integer[]', schema: t.Array(t.Integer()), ...recorded },
    /** The schema under which the item is accepted. After the owner accepts a new preview, it is the command's present schema. */
    schemaHash: { type: 'text', schema: t.String(), ...moved },
    hashManner: { type: 'smallint', schema: t.Unsafe<HashManner>({ type: 'integer' }), ...recorded },
    state: {
      type: 'text',
      schema: label('Durum', 'State')(oneOf(itemStates, words(stateWords))),
      ...moved,
      initial: 'pending',
    },
    preview: { type: 'jsonb', schema: preview, ...recorded },
    /** The present preview, when it differs from the recorded one. */
    currentPreview: { type: 'jsonb', schema: nullable(preview), ...moved },
    problem: { type: 'jsonb', schema: nullable(t.Unsafe<Problem>({})), ...moved },
    acceptedHash: {
      type: 'text',
      schema: label(
        'Kabul edilen hali',
        'Accepted version',
      )(nullable(t.String({ description: 'Hash of the current preview that the owner accepted.' }))),
      ...moved,
    },
    skipReason: {
      type: 'text',
      schema: label(
        'Atlanma gerekçesi',
        'Why it was skipped',
      )(nullable(t.String({ description: 'What the owner said when skipping it.' }))),
      ...moved,
    },
    comment: {
      type: 'text',
      schema: label(
        'Yorum',
        'Comment',
      )(nullable(t.String({ description: 'What the owner said of an item that was approved.' }))),
      ...moved,
    },
    /** The work that a run command has started: the state of the work is asked with it. Once the work has failed it is null. */
    awaited: { type: 'jsonb', schema: nullable(t.Unsafe<Awaited>({})), ...moved },
    /**
     * The number of times that the work has ended without success. The next time the command is another call, which makes things of its
     * own.
     */
    failures: { type: 'integer', schema: t.Integer(), ...moved, initial: 0 },
    auditId: { type: 'text', schema: nullable(t.String()), ...moved },
    recordedAt: { type: 'timestamptz', schema: time(), ...recorded },
    appliedAt: { type: 'timestamptz', schema: nullable(time()), ...moved },
  },
});
