import {
  createdAt,
  label,
  nullable,
  object,
  oneOf,
  ownId,
  type TSchemaOptions,
  t,
  time,
  unit,
  words,
} from '../../kernel/schema';
import { channelJob, type JobKindName, jobKindWords, jobModeWords } from './contract';
import type { JobRow } from './store';

/** What people call the fields. */
const named = {
  extension: label('Eklenti', 'Extension'),
  kind: label('Tür', 'Kind'),
  mode: label('Biçim', 'Mode'),
  state: label('Durum', 'State'),
  progress: label('İlerleme', 'Progress'),
  waitingFor: label('Beklediği', 'Waits for'),
  error: label('Hata', 'Error'),
  workflowId: label('Temporal kimliği', 'Temporal id'),
  createdBy: label('Başlatan', 'Started by'),
  startedAt: label('Başlangıç', 'Started'),
  finishedAt: label('Bitiş', 'Finished'),
};

const counter = (tr: string, en: string) => label(tr, en)(t.Integer({ minimum: 0, ...unit('count') }));

export const jobMode = (options: TSchemaOptions = {}) =>
  named.mode(
    oneOf(['preview', 'import'], {
      'x-words': jobModeWords,
      ...options,
    }),
  );

export const jobFields = {
  id: ownId('cjb'),
  extension: named.extension(t.String()),
  kind: named.kind(oneOf(Object.keys(jobKindWords) as [JobKindName, ...JobKindName[]], { 'x-words': jobKindWords })),
  mode: jobMode(),
  state: named.state(
    oneOf(
      ['queued', 'running', 'cancelling', 'succeeded', 'failed', 'cancelled'],
      words({
        queued: ['sırada', 'queued'],
        running: ['çalışıyor', 'running'],
        cancelling: ['iptal ediliyor', 'cancelling'],
        succeeded: ['bitti', 'finished'],
        failed: ['başarısız', 'failed'],
        cancelled: ['iptal edildi', 'cancelled'],
      }),
    ),
  ),
  progress: named.progress(
    object({
      total: nullable(counter('Toplam', 'Total')),
      done: counter('Bakılan', 'Done'),
      created: counter('Yeni', 'Created'),
      updated: counter('Güncellenen', 'Updated'),
      failed: counter('Hatalı', 'Failed'),
    }),
  ),
  waitingFor: named.waitingFor(
    nullable(t.String({ description: 'What a running job waits for, e.g. the rate limit of the marketplace.' })),
  ),
  error: named.error(
    nullable(object({ code: label('Kod', 'Code')(t.String()), message: label('İleti', 'Message')(t.String()) })),
  ),
  workflowId: named.workflowId(t.String({ description: 'Find it under this id in the Temporal UI.' })),
  createdBy: named.createdBy(t.String()),
  createdAt,
  startedAt: named.startedAt(nullable(time())),
  finishedAt: named.finishedAt(nullable(time())),
};

export const jobSchema = object(jobFields);

export function jobView(row: JobRow) {
  const {
    total,
    done,
    created,
    updated,
    failed,
    cursor: _cursor,
    exhausted: _exhausted,
    sample: _sample,
    pageRows: _pageRows,
    pageSize: _pageSize,
    pages: _pages,
    markedCursor: _markedCursor,
    ...rest
  } = row;
  return { ...rest, progress: { total, done, created, updated, failed }, workflowId: channelJob.workflowId(row.id) };
}
