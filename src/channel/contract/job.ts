import { job } from '../../kernel/declaration/job';
import { jobKindTerms } from './kinds';
import type { EndedState } from './state';
import type { JobKindTerms } from './terms';

export type JobKindName = keyof typeof jobKindTerms;

const all: Readonly<Record<string, JobKindTerms>> = jobKindTerms;

/** @returns undefined of a kind that another release knows */
export const termsOf = (kind: string): JobKindTerms | undefined => all[kind];

export interface ChannelJobInput {
  readonly storeId: string;
  readonly jobId: string;
  /** True for a job whose activities have the queue that orders and stock wait for. @default they have the main one */
  readonly isPrompt?: boolean;
}

export interface ChannelJobFacts extends Omit<ChannelJobInput, 'isPrompt'> {
  readonly extension: string;
  readonly kind: string;
  /** The input of the job, as its kind declares it. */
  readonly input: unknown;
  /** The name of the extension, for people who read of the work before it starts or stops. */
  readonly extensionName?: string;
}

const mannerOf = ({ kind, input }: Pick<ChannelJobFacts, 'kind' | 'input'>) => termsOf(kind)?.manner?.(input);

export const channelJob = job<ChannelJobInput, EndedState, ChannelJobFacts>({
  name: 'channelJob',
  kind: 'job',
  asksProvider: true,
  input: ({ storeId, jobId, kind, input }) => ({
    storeId,
    jobId,
    ...(termsOf(kind)?.isPrompt?.(input) && { isPrompt: true }),
  }),
  row: ({ jobId }) => jobId,
  labels: ({ storeId, extension, kind }) => ({ StoreId: storeId, Extension: extension, JobKind: kind }),
  label: ({ extension, extensionName = extension, ...asked }) => {
    const { tr, en } = termsOf(asked.kind)?.words ?? { tr: asked.kind, en: asked.kind };
    const manner = mannerOf(asked)?.words;
    return {
      tr: `${tr} (${[extensionName, ...(manner ? [manner.tr] : [])].join(', ')})`,
      en: `${en} (${[extensionName, ...(manner ? [manner.en] : [])].join(', ')})`,
    };
  },
  summary: ({ extension, storeId, ...asked }) => {
    const manner = mannerOf(asked);
    return `${extension}: ${asked.kind}${manner ? ` (${manner.name})` : ''} of ${storeId}`;
  },
});
