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
  /** What people call the extension, where somebody reads of the work before it starts or stops. */
  readonly extensionName?: string;
}

/** How a job ended. */
export type ChannelJobEnd = 'succeeded' | 'failed' | 'cancelled';

export const channelJob = job<ChannelJobInput, ChannelJobEnd, ChannelJobFacts>({
  name: 'channelJob',
  kind: 'job',
  input: ({ storeId, jobId }) => ({ storeId, jobId }),
  row: ({ jobId }) => jobId,
  labels: ({ storeId, extension, kind }) => ({ StoreId: storeId, Extension: extension, JobKind: kind }),
  label: ({ kind, mode, extension, extensionName = extension }) => {
    const { tr, en } = known[kind] ?? { tr: kind, en: kind };
    return {
      tr: `${tr} (${extensionName}, ${jobModeWords[mode].tr})`,
      en: `${en} (${extensionName}, ${jobModeWords[mode].en})`,
    };
  },
  summary: ({ extension, kind, mode, storeId }) => `${extension}: ${kind} (${mode}) of ${storeId}`,
});
