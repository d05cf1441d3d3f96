import { proxyActivities } from '@temporalio/workflow';
import type { RoundActivities } from '../activities/channel.round';

const { askChannelRound } = proxyActivities<RoundActivities>({
  startToCloseTimeout: '30 s',
  heartbeatTimeout: '10 s',
  // The next round asks again.
  retry: { initialInterval: '1 s', maximumInterval: '20 s', maximumAttempts: 5 },
});

/** Asks for the job of a round of a channel. @returns the job's id, or why there is none */
export const channelRound: RoundActivities['askChannelRound'] = (input) => askChannelRound(input);
