import type { Transaction } from '../database/queryable';
import { type FormFiles, filesIn } from '../declaration/content';
import type { Principal } from '../declaration/principal';
import { refuse } from '../errors';
import type { NamingTable } from '../table/naming';
import { type WaitingBytes, waitingBytes } from '../table/waiting-store';
import { takeTurn } from '../trial/turn-store';

const MIB = 1024 * 1024;

/**
 * Bytes that may wait in a store for a decision: uncommitted uploads, files of proposals and of running work. One
 * token fills a quarter of them, and all tokens together leave a quarter to the owner: nobody with a token blocks the uploads
 * of its giver.
 */
const WAITING_BYTES_MAX = { all: 1024 * MIB, tokens: 768 * MIB, own: 256 * MIB };

const whose = { all: 'of a store', tokens: 'of all tokens', own: 'of one token' } as const;

interface Bringing {
  readonly storeId: string;
  readonly principal: Principal;
  readonly files: FormFiles;
  readonly payload: unknown;
}

/** Checks the room for the files of a call, before anything names them. @throws {Refusal} uploads_waiting */
export async function assertRoomFor(
  tx: Transaction,
  tables: readonly NamingTable[],
  { storeId, principal, files, payload }: Bringing,
): Promise<void> {
  const brought = filesIn(files, payload);
  takeTurn(tx, storeId, 'files that wait');
  // A file that already waits with an earlier proposal is not counted twice.
  const names = brought.map(({ content }) => content.object);
  const waiting = await waitingBytes(tx, tables, storeId, principal.id, names);
  assertRoom(waiting, principal.kind, bytesOf(files, payload));
}

/** Adds up the bytes of the files in a payload. */
export const bytesOf = (files: FormFiles, payload: unknown): number =>
  filesIn(files, payload).reduce((sum, { content }) => sum + content.size, 0);

function assertRoom(waiting: WaitingBytes, kind: Principal['kind'], size: number): void {
  const bounds = kind === 'owner' ? (['all'] as const) : (['own', 'tokens', 'all'] as const);
  for (const bound of bounds) {
    const most = WAITING_BYTES_MAX[bound];
    if (waiting[bound] + size > most)
      refuse(
        'uploads_waiting',
        `Files ${whose[bound]} that wait, as uploads, in proposals or for work that goes on, may have ${most} bytes together; the owner discards uploads and decides on proposals.`,
      );
  }
}
