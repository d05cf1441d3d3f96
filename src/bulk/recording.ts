import type { CommandBus } from '../kernel/bus';
import { untilThrough } from '../kernel/trial/trial';
import record from './bulk.record';
import { type BulkRecordingInput, bulkRecording } from './contract';
import { findRecording } from './store';

/** The progress of a recording. */
interface RecordingProgress {
  /** Things whose calls are recorded. */
  readonly planned: number;
  readonly isOver: boolean;
}

/**
 * Records the calls of the next things, in a transaction of its own. How far it is stands in the row, so the step may be repeated at any
 * point.
 * @throws {GaveWay} where live commands hold the things for too long
 */
export const recordNext = (bus: CommandBus, { storeId, proposalId }: BulkRecordingInput): Promise<RecordingProgress> =>
  untilThrough(() =>
    bus.inTransaction<RecordingProgress>(storeId, async (tx) => {
      const recording = await findRecording(tx, storeId, proposalId);
      if (!recording) return { keep: false, value: { planned: 0, isOver: true } };
      const progress = await bus.issue(tx, record, {
        storeId,
        workflowId: bulkRecording.workflowId(proposalId),
        step: `record/${recording.planned}`,
        payload: { proposalId, planned: recording.planned },
        cause: { proposalId },
      });
      return { keep: true, value: progress };
    }),
  );
