import {
  createdAt,
  id,
  json,
  label,
  nullable,
  object,
  objectName,
  oneOf,
  t,
  time,
  unit,
  words,
} from '../../kernel/schema/schema';
import { identity, type Row, type ShownRow, table } from '../../kernel/table/table';
import { endedStates, jobStates } from '../contract/state';

const stateWords = {
  queued: ['sırada', 'queued'],
  running: ['çalışıyor', 'running'],
  cancelling: ['iptal ediliyor', 'cancelling'],
  succeeded: ['bitti', 'finished'],
  failed: ['başarısız', 'failed'],
  cancelled: ['iptal edildi', 'cancelled'],
} as const;

const stateLabel = label('Durum', 'State');

/** The end of a job. */
export const endedState = stateLabel(oneOf(endedStates, words(stateWords)));

const error = object({ code: label('Kod', 'Code')(t.String()), message: label('İleti', 'Message')(t.String()) });

/** The reasons for which a running job makes no progress for now. */
const waitingReasons = ['rate_limit', 'marketplace', 'system'] as const;

export type WaitingReason = (typeof waitingReasons)[number];

/** The reasons for which a job does not go on, in words; `turn`: it waits behind another job. {@link waitingReasons} has the others. */
const waitingWords = {
  rate_limit: ['pazaryerinin istek sınırı', 'the rate limit of the marketplace'],
  marketplace: ['pazaryerinin yanıt vermesi', 'the marketplace, which does not answer'],
  system: ['sistemin yanıt vermesi', 'the system, which does not answer'],
  turn: ['önündeki işin bitmesi', 'the job before it'],
} as const;

/** The wait of a job as answers tell it, and the time of the next try. */
export const waiting = label(
  'Bekleyiş',
  'Wait',
)(
  nullable(
    object({
      reason: label('Neden', 'Reason')(oneOf([...waitingReasons, 'turn'], words(waitingWords))),
      until: label('Sonraki deneme', 'Next try')(nullable(time())),
    }),
  ),
);

/** Declares a counter of a job. */
export const counter = (tr: string, en: string) => label(tr, en)(t.Integer({ minimum: 0, ...unit('count') }));
const moment = (tr: string, en: string) => label(tr, en)(nullable(time()));

/** Written by the job's own steps: how far it has come is no change of the store. */
const progress = { kept: 'apart', shown: false } as const;

/** The name under which the number of a channel's open jobs is known: who starts or ends one changes it. */
export const openJobsOf = (extension: string): string => `open jobs/${extension}`;

/** The table of jobs. A job has no rev: it is started and ends, and nobody edits it. */
export const job = table({
  word: 'channel job',
  label: label('Pazaryeri işi', 'Marketplace job'),
  table: 'channel_job',
  waiting: { bytes: 'broughtBytes', by: 'createdBy' },
  columns: {
    id: identity('cjb'),
    extension: { type: 'text', schema: label('Eklenti', 'Extension')(t.String()), kept: 'once' },
    /** Words for it stand with the kinds, see view.ts. */
    kind: { type: 'text', schema: t.String(), kept: 'once', shown: false },
    /** The input of the job, as its kind declares it. */
    input: { type: 'jsonb', schema: json(), kept: 'once', shown: false, compared: false },
    /** Names of the files that it was given, in the order of its input, until it has ended. */
    objects: {
      type: 'text[]',
      schema: t.Array(objectName),
      kept: 'once',
      initial: [],
      shown: false,
      compared: false,
    },
    /** The size of those files, in bytes. */
    broughtBytes: { type: 'integer', schema: t.Integer(), kept: 'once', initial: 0, shown: false, compared: false },
    /** The queue in which it waits: see terms.ts. */
    lane: { type: 'text', schema: t.String(), kept: 'once', shown: false, compared: false },
    state: {
      type: 'text',
      schema: stateLabel(oneOf(jobStates, words(stateWords))),
      kept: 'once',
      initial: 'queued',
      // Every new job is queued, so the trail need not say it.
      compared: false,
      touches: (_: unknown, { extension }: { readonly extension: string }) => [openJobsOf(extension)],
    },
    total: { type: 'integer', schema: nullable(counter('Toplam', 'Total')), ...progress },
    done: { type: 'integer', schema: counter('Bakılan', 'Done'), ...progress },
    failed: { type: 'integer', schema: counter('Hatalı', 'Failed'), ...progress },
    /** True when nothing of the job is left to do. */
    exhausted: { type: 'boolean', schema: t.Boolean(), ...progress },
    /** The progress that its kind declares beside that. */
    progress: { type: 'jsonb', schema: json(), kept: 'once', shown: false, compared: false },
    waitingFor: {
      type: 'text',
      schema: label(
        'Beklediği',
        'Waits for',
      )(
        nullable(
          t.String({
            description:
              'What a job waits for, e.g. the rate limit of the marketplace, or its turn behind another job.',
          }),
        ),
      ),
      kept: 'apart',
    },
    waitingReason: { type: 'text', schema: nullable(oneOf(waitingReasons)), ...progress },
    /** The time at which it is tried again. */
    waitingUntil: { type: 'timestamptz', schema: nullable(time()), ...progress },
    /** The time since the job last moved, in ms. */
    waitedMs: { type: 'integer', schema: t.Integer(), ...progress },
    error: { type: 'jsonb', schema: label('Hata', 'Error')(nullable(error)), kept: 'apart' },
    createdBy: {
      type: 'text',
      schema: label('Başlatan', 'Started by')(t.String()),
      kept: 'once',
      compared: false,
    },
    createdAt: { type: 'timestamptz', schema: createdAt, kept: 'once', compared: false },
    startedAt: { type: 'timestamptz', schema: moment('Başlangıç', 'Started'), kept: 'apart' },
    finishedAt: { type: 'timestamptz', schema: moment('Bitiş', 'Finished'), kept: 'apart' },
  },
});

export type JobRow = Row<typeof job>;

/** The error of an item of a job. The errors of a job are in the order in which they happened. */
export const jobError = table({
  word: 'channel job error',
  label: label('Pazaryeri işinin hatası', 'Error of a marketplace job'),
  table: 'channel_job_error',
  columns: {
    jobId: { type: 'text', schema: id('cjb'), kept: 'once', shown: false },
    position: { type: 'integer', schema: t.Integer(), kept: 'once' },
    remoteId: { type: 'text', schema: nullable(t.String()), kept: 'once' },
    barcode: { type: 'text', schema: nullable(t.String()), kept: 'once' },
    title: { type: 'text', schema: nullable(t.String()), kept: 'once' },
    code: { type: 'text', schema: t.String(), kept: 'once' },
    message: { type: 'text', schema: t.String(), kept: 'once' },
  },
});

export type ShownJobError = ShownRow<typeof jobError>;
export type ItemError = Omit<ShownJobError, 'position'>;
