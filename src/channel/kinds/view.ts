import { label, nullable, object, oneOf, type Static, t, typeNamed, type Words } from '../../kernel/schema/schema';
import { channelJob } from '../contract/job';
import { isOpen } from '../contract/state';
import { assertApart } from '../job/assert';
import { type JobKind, type Together, together } from '../job/declaration';
import type { FoundJob } from '../job/store';
import { type JobRow, job, waiting } from '../job/table';
import { declaredKinds } from './declared';

/** Names the job behind which a queued job waits. */
export const turnBehind = (jobId: string): string => `its turn behind ${jobId}`;

const { total, done, failed } = job.fields;
const { id, extension, ...others } = job.answers;

const waitingBehind = label(
  'Önündeki iş',
  'Waits behind',
)(
  nullable(
    t.String({
      description:
        'The job whose end a queued job waits for: of those that may not run beside each other, one runs at a time.',
    }),
  ),
);

const workflowId = label(
  'Temporal kimliği',
  'Temporal id',
)(t.String({ description: 'Find it under this id in the Temporal UI.' }));

/** The declarations of a kind by which its jobs are shown. */
export type ShownKind = Pick<
  JobKind,
  'name' | 'terms' | 'input' | 'counters' | 'details' | 'result' | 'beyondRecall' | 'flaw' | 'readable'
>;

const cancellable = label(
  'İptal edilebilir',
  'Cancellable',
)(
  t.Boolean({
    description:
      'Whether the job may be cancelled now: not one that has ended, or is asking the marketplace for what cannot be taken back. One that has asked and waits ends as failed, with outcome_unknown.',
  }),
);

const wordsOf = <K extends ShownKind>(kinds: readonly K[]) =>
  Object.fromEntries(kinds.map(({ name, terms }) => [name, terms.words])) as Record<K['name'], Words>;

/** The schemas and views of jobs of these kinds: the fields of every job, and those that each kind declares. */
export function jobViews<const K extends ShownKind>(kinds: readonly K[]) {
  const input: Together<K['input']> = together<K['input']>(kinds.map((each) => each.input));
  const counters: Together<K['counters']> = together<K['counters']>(kinds.map((each) => each.counters));
  const details: Together<K['details']> = together<K['details']>(kinds.map((each) => each.details));
  const results: Together<K['result']['fields']> = together<K['result']['fields']>(
    kinds.map((each) => each.result.fields),
  );
  const progress = object({ total, done, ...counters, failed });
  const head = {
    id,
    extension,
    kind: label(
      'Tür',
      'Kind',
    )(
      oneOf(
        kinds.map(({ name }): K['name'] => name),
        { 'x-words': wordsOf(kinds) },
      ),
    ),
  };
  const tail = {
    ...others,
    progress: label('İlerleme', 'Progress')(progress),
    waiting,
    waitingBehind,
    cancellable,
    workflowId,
  };
  assertApart('what answers show of a job', [head, input, tail]);
  const fields = { ...head, ...input, ...tail };
  const schema = job.label(object(fields));
  const result = object(results, {
    description:
      'What came of a job that succeeded, by its kind: of an import the products, of a preview what an import would do, of a brand its id, of other kinds what their counters do not tell.',
  });
  const kindOf = (row: JobRow): ShownKind | undefined => kinds.find(({ name }) => name === row.kind);

  /** Picks the fields that the kind of the job declares. A kind of another release has none. */
  const picked = (row: JobRow, declared: 'counters' | 'details'): object => {
    const names = Object.keys(kindOf(row)?.[declared] ?? {});
    const kept = row.progress as Readonly<Record<string, unknown>>;
    return Object.fromEntries(names.map((name) => [name, kept[name]]));
  };
  /** The reason for which nobody may cancel a job, in a sentence; undefined: it may be cancelled. */
  const lastingReason = (row: JobRow): string | undefined => {
    if (!isOpen(row)) return `The job is ${row.state}.`;
    const kind = kindOf(row);
    const read = kind?.readable(row);
    if (!read) return 'Another release has written how far the job is: the marketplace may have been asked already.';
    return kind?.beyondRecall?.(read.progress) && row.waitingReason === null
      ? 'The marketplace has just been asked: what came of it is not known yet.'
      : undefined;
  };
  /** The progress of a job. */
  const progressOf = (row: JobRow): Static<typeof progress> =>
    ({ total: row.total, done: row.done, ...picked(row, 'counters'), failed: row.failed }) as Static<typeof progress>;

  return {
    fields,
    schema,
    details,
    result,
    progressOf,
    view: (row: FoundJob): Static<typeof schema> =>
      ({
        ...job.answer(row),
        kind: row.kind,
        ...(kindOf(row) ? (row.input as object) : {}),
        waitingFor: row.waitingFor ?? (row.waitingBehind && turnBehind(row.waitingBehind)),
        waiting: waitOf(row),
        waitingBehind: row.waitingBehind,
        cancellable: lastingReason(row) === undefined,
        progress: progressOf(row),
        workflowId: channelJob.workflowId(row.id),
      }) as Static<typeof schema>,
    detailsOf: (row: JobRow) => picked(row, 'details') as { [N in keyof typeof details]: Static<(typeof details)[N]> },
    lastingReason,
    resultOf(row: JobRow): Static<typeof result> | null {
      const kind = kindOf(row);
      const read = row.state === 'succeeded' ? kind?.readable(row) : undefined;
      return (read && kind ? kind.result.of(read) : null) as Static<typeof result> | null;
    },
  };
}

function waitOf({ waitingReason, waitingUntil, waitingBehind: behind }: FoundJob): Static<typeof waiting> {
  if (waitingReason) return { reason: waitingReason, until: waitingUntil };
  return behind ? { reason: 'turn', until: null } : null;
}

const views = jobViews(declaredKinds);
export const { view: jobView, lastingReason, progressOf: progressView } = views;
/** The fields by which jobs are looked for. */
export const jobFilter = { kind: t.Optional(views.fields.kind), state: t.Optional(views.fields.state) };
export const jobSchema = typeNamed('JobRow')(views.schema);
