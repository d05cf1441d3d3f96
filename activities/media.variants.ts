import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { unavailableIfDown } from '../src/kernel/bus/retry';
import { Refusal } from '../src/kernel/errors';
import { awayIfOfTheSystem } from '../src/kernel/system-fault';
import { Turns } from '../src/kernel/trial/turns';
import type { MediaState } from '../src/media/image/aggregate';
import { AWAY, type MediaVariantsInput, NOT_ITS_TURN } from '../src/media/image/contract';
import { type Drawer, drawVariantsOf } from '../src/media/image/draw-variants';
import type { Format } from '../src/media/image/table';
import { abandonMedia } from '../src/media/image/work';
import type { Platform } from '../src/platform';
import { beating } from './beating';

/**
 * The number of drawings of all stores that wait in a worker. When they are that many, the store with the most makes room for one with
 * fewer.
 */
const WAITING_MAX = 10;
/** Limit of the drawings that are held: one is drawn, and one more hears whether there is room for it. */
export const DRAWINGS_HELD_MAX = WAITING_MAX + 2;

/** Makes the activities that draw. They run one at a time, on a queue of their own, and stores take turns. */
export function createDrawingActivities(parts: Drawer) {
  const turns = new Turns({ atOnceMax: 1, waitingMax: WAITING_MAX });

  return {
    /**
     * @returns the state of the file then; undefined: it was deleted
     * @throws {ApplicationFailure} away, for what would keep any other picture from being drawn too
     */
    drawVariants: ({ storeId, mediaId }: MediaVariantsInput, format: Format): Promise<MediaState | undefined> =>
      beating(() =>
        inTurn(storeId, () =>
          tellingOutages(() => drawVariantsOf(parts, { storeId, mediaId }, format, cancellationSignal())),
        ),
      ),
  };

  /** @throws {ApplicationFailure} not_its_turn */
  async function inTurn<T>(storeId: string, work: () => Promise<T>): Promise<T> {
    if (!(await turns.take({ isKnown: true, lane: storeId }))) throw notItsTurn();
    try {
      cancellationSignal().throwIfAborted();
      return await work();
    } finally {
      turns.giveBack();
    }
  }
}

/** The workflow knows when to come back. Another try here would be an attempt like those that failed. */
const notItsTurn = (): ApplicationFailure =>
  ApplicationFailure.create({
    message: 'pictures of other stores are drawn first',
    type: NOT_ITS_TURN,
    nonRetryable: true,
    category: 'BENIGN',
  });

async function tellingOutages<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isOutage(error)) throw error;
    throw ApplicationFailure.create({ message: (error as Error).message, type: AWAY, cause: error as Error });
  }
}

function isOutage(error: unknown): boolean {
  const said = unavailableIfDown(awayIfOfTheSystem(error));
  return said instanceof Refusal && said.status >= 500;
}

export const createMediaActivities = ({ bus }: Pick<Platform, 'bus'>) => ({
  giveMediaUp: ({ storeId, mediaId }: MediaVariantsInput): Promise<void> =>
    beating(() => abandonMedia(bus, storeId, mediaId)),
});

export type DrawingActivities = ReturnType<typeof createDrawingActivities>;
export type MediaActivities = ReturnType<typeof createMediaActivities>;
