import { job } from '../../kernel/job';
import type { Words } from '../../kernel/schema';

/** Kinds of marketplace jobs, by what people call them: the id of the capability that asks for one, without `channel.`. */
export const jobKindWords = {
  'catalog.pull': { tr: 'katalog aktarımı', en: 'catalog import' },
} satisfies Record<string, Words>;

export type JobKindName = keyof typeof jobKindWords;

/** A row may be of a kind that another release knows. */
const known: Readonly<Record<string, Words>> = jobKindWords;

export const jobModeWords = {
  preview: { tr: 'önizleme', en: 'preview' },
  import: { tr: 'içe aktarma', en: 'import' },
};

export interface ChannelJobInput {
  readonly storeId: string;
  readonly jobId: string;
}

export interface ChannelJobFacts extends ChannelJobInput {
  readonly extension: string;
  readonly kind: JobKindName;
  readonly mode: 'preview' | 'import';
}

/** How a job ended. */
export type ChannelJobEnd = 'succeeded' | 'failed' | 'cancelled';

export const channelJob = job<ChannelJobInput, ChannelJobEnd, ChannelJobFacts>({
  name: 'channelJob',
  kind: 'job',
  input: ({ storeId, jobId }) => ({ storeId, jobId }),
  row: ({ jobId }) => jobId,
  labels: ({ storeId, extension, kind }) => ({ StoreId: storeId, Extension: extension, JobKind: kind }),
  label: ({ kind, mode, extension }) => {
    const { tr, en } = known[kind] ?? { tr: kind, en: kind };
    return {
      tr: `${tr} (${extension}, ${jobModeWords[mode].tr})`,
      en: `${en} (${extension}, ${jobModeWords[mode].en})`,
    };
  },
  summary: ({ extension, kind, mode, storeId }) => `${extension}: ${kind} (${mode}) of ${storeId}`,
});
