import { Counter, Histogram, Registry } from 'prom-client';

/** Counts of this process since it started. `src/metrics.ts` says who may read them, and what each reading asks. */
export const counted = new Registry();
const registers = [counted];

/** The buckets in seconds, from the time of a look-up to the longest wait that a caller may ask for. */
const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Up to the deadline of a provider and of a step of a job. */
const WORK_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export const answers = new Histogram({
  name: 'tezgah_http_request_seconds',
  help: 'Answers by the id of their route, see docs/capabilities.md, and by status.',
  labelNames: ['method', 'route', 'status'],
  buckets: ANSWER_SECONDS,
  registers,
});

export const throttled = new Counter({
  name: 'tezgah_throttled_total',
  help: 'Calls that were refused because a limit was used up, by the limit.',
  labelNames: ['limit'],
  registers,
});

/** Cause of a command's run: a call, a proposal that is applied, a job, or the product itself. */
export type RunBy = 'call' | 'proposal' | 'job' | 'product';

export const commands = new Counter({
  name: 'tezgah_commands_total',
  help: 'Commands by what ran them: a call, a proposal that is applied, a job, or the product itself; done, proposed, refused, replayed, or failed of ours.',
  labelNames: ['command', 'outcome', 'by'],
  registers,
});

export const providerAnswers = new Histogram({
  name: 'tezgah_provider_request_seconds',
  help: 'What providers were asked: answered, refused, throttled, unavailable (no answer, or one of 5xx), or aborted by us.',
  labelNames: ['provider', 'outcome'],
  buckets: WORK_SECONDS,
  registers,
});

export const attempts = new Histogram({
  name: 'tezgah_activity_seconds',
  help: 'Attempts of activities: completed, failed, cancelled, or waiting for their turn.',
  labelNames: ['activity', 'outcome'],
  buckets: WORK_SECONDS,
  registers,
});

export const workspaceWork = new Histogram({
  name: 'tezgah_workspace_work_seconds',
  help: 'Work in sandboxes of workspaces by its kind in their feed; done, the bound that ended it, or the code that refused it.',
  labelNames: ['kind', 'outcome'],
  buckets: WORK_SECONDS,
  registers,
});
