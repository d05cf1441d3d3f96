import { askRound, type RoundInput } from '../src/channel/sync/round';
import type { Platform } from '../src/platform';
import { beating } from './beating';

export const createRoundActivities = ({ bus }: Pick<Platform, 'bus'>) => ({
  /** Asks for a round. One that is under way already is enough, so another attempt asks for no second one. */
  askChannelRound: (input: RoundInput): Promise<string> => beating(() => askRound(bus, input)),
});

export type RoundActivities = ReturnType<typeof createRoundActivities>;
