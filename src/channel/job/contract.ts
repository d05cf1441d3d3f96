import { job } from '../../kernel/job';
import type { Words } from '../../kernel/schema';
import { catalogPullTerms } from '../import/contract';
import type { EndedState } from './state';

/** What was asked for with a job. */
interface JobAsked {
  readonly mode: 'preview' | 'import';
}

/** What is known of a kind of marketplace job before one of it runs. What it does is its entry in kinds.ts. */
export interface JobKindTerms {
  /** What people call it. */
  readonly words: Words;
  /** The capability that asks for such jobs, in whose name their commands are issued; it may ask for several kinds. */
  readonly askedBy: string;
  /**
   * Jobs of a channel that are in the same lane run one at a time, in the order in which they were asked for; lanes run beside each
   * other. @default the kind
   */
  lane?(asked: JobAsked): string;
}

const jobKindTerms = { 'catalog.pull': catalogPullTerms } satisfies Record<string, JobKindTerms>;

export type JobKindName = keyof typeof jobKindTerms;

const all: Readonly<Record<string, JobKindTerms>> = jobKindTerms;

/** @returns undefined of a kind that another release knows */
export const termsOf = (kind: string): JobKindTerms | undefined => all[kind];

export const laneOf = (kind: string, asked: JobAsked): string => termsOf(kind)?.lane?.(asked) ?? kind;

export const jobKindWords = Object.fromEntries(Object.entries(all).map(([kind, { words }]) => [kind, words])) as Record<
  JobKindName,
  Words
>;

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

export const channelJob = job<ChannelJobInput, EndedState, ChannelJobFacts>({
  name: 'channelJob',
  kind: 'job',
  input: ({ storeId, jobId }) => ({ storeId, jobId }),
  row: ({ jobId }) => jobId,
  labels: ({ storeId, extension, kind }) => ({ StoreId: storeId, Extension: extension, JobKind: kind }),
  label: ({ kind, mode, extension, extensionName = extension }) => {
    const { tr, en } = termsOf(kind)?.words ?? { tr: kind, en: kind };
    return {
      tr: `${tr} (${extensionName}, ${jobModeWords[mode].tr})`,
      en: `${en} (${extensionName}, ${jobModeWords[mode].en})`,
    };
  },
  summary: ({ extension, kind, mode, storeId }) => `${extension}: ${kind} (${mode}) of ${storeId}`,
});
