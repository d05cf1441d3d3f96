import { PROPOSAL_ITEMS_MAX } from '../kernel/declaration/principal';
import {
  createdAt,
  id,
  label,
  nullable,
  object,
  oneOf,
  paragraphs,
  rev,
  t,
  time,
  words,
} from '../kernel/schema/schema';
import { identity, table } from '../kernel/table/table';
import { proposalStates } from './contract';

export const note = label('Not', 'Note');
export const reason = label('Gerekçe', 'Reason');
export const itemId = label('Öneri öğesi', 'Item of the proposal')(id('pit'));

const comment = label('Yorum', 'Comment')(paragraphs(500, { description: 'Told to whoever proposed it.' }));

/** The words of an owner on single items, as they go with a decision. */
export const itemComments = t.Array(object({ itemId, comment }), {
  maxItems: PROPOSAL_ITEMS_MAX,
  description: 'One for an item at most.',
});

export const pauseReasons = ['stale', 'refused', 'schema_changed', 'failed'] as const;
export type PauseReason = (typeof pauseReasons)[number];

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

const stateWords = {
  open: ['hazırlanıyor', 'in preparation'],
  submitted: ['onay bekliyor', 'waits for approval'],
  applying: ['uygulanıyor', 'applying'],
  paused: ['durdu', 'paused'],
  applied: ['uygulandı', 'applied'],
  rejected: ['reddedildi', 'rejected'],
  withdrawn: ['geri çekildi', 'withdrawn'],
} as const;

/** The manner of columns that audit rows do not compare: the row itself tells them, or they are counted. */
const quiet = { compared: false } as const;

/**
 * The table of proposals. The rev moves with every recording and decision; every move happens under the lock of the row, so none is held
 * against the rev.
 */
export const proposal = table({
  word: 'proposal',
  label: label('Öneri', 'Proposal'),
  table: 'proposal',
  columns: {
    id: identity('prp'),
    state: {
      type: 'text',
      schema: label('Durum', 'State')(oneOf(proposalStates, words(stateWords))),
      initial: 'open',
    },
    /** The token whose calls it holds; null: an owner has asked for them. */
    tokenId: { type: 'text', schema: nullable(t.String()), kept: 'once', shown: false, ...quiet },
    /** The owner whose bulk act it holds; null: a token proposes it. */
    ownerId: { type: 'text', schema: nullable(id('own')), kept: 'once', shown: false, ...quiet },
    workspaceId: { type: 'text', schema: nullable(t.String()), kept: 'once', ...quiet },
    note: { type: 'text', schema: note(nullable(t.String({ description: 'What the agent says about it.' }))) },
    reason: {
      type: 'text',
      schema: reason(
        nullable(
          t.String({
            description: 'Why it was rejected or withdrawn, or waits for an owner though it applies by itself.',
          }),
        ),
      ),
    },
    pause: { type: 'jsonb', schema: nullable(pauseSchema) },
    /** The number of times that it has paused. */
    pauses: { type: 'integer', schema: t.Integer(), initial: 0, shown: false, ...quiet },
    hash: {
      type: 'text',
      schema: t.String({ description: 'Hash of everything that a reviewer sees; approval names it.' }),
      kept: 'once',
      initial: '',
      ...quiet,
    },
    rev: {
      type: 'integer',
      schema: rev(),
      answers: t.Integer({
        description: 'Moves with what is recorded and decided, not with each item that is applied.',
      }),
      kept: 'apart',
    },
    createdAt: { type: 'timestamptz', schema: createdAt, answers: time(), kept: 'once', ...quiet },
    submittedAt: { type: 'timestamptz', schema: nullable(time()), ...quiet },
    decidedAt: { type: 'timestamptz', schema: nullable(time()), ...quiet },
    decidedBy: { type: 'text', schema: nullable(t.String()), ...quiet },
    finishedAt: { type: 'timestamptz', schema: nullable(time()), ...quiet },
    /** Items recorded so far; the seq of the last one. */
    recordedItems: { type: 'integer', schema: t.Integer(), kept: 'apart', shown: false },
    /** The bytes of JSON that its items and their previews take. */
    recordedBytes: { type: 'integer', schema: t.Integer(), kept: 'apart', shown: false },
  },
});
