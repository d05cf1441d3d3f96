import type { Keeping, Rehearsal, UnkeyedCall } from '../../kernel/bus/call';
import { canonicalJson } from '../../kernel/canonical';
import type { WriteContext } from '../../kernel/declaration/context';
import { idsOfKind } from '../../kernel/declaration/subject';
import { bytesOf as bytesOfFiles } from '../../kernel/limits/waiting-files';
import { OBJECTS } from '../../kernel/schema/schema';
import { HASH_MANNER } from '../../kernel/trace/preview-hash';
import type { Preview } from '../../kernel/trace/recorder';
import { UPLOADS } from '../../media/upload/table';
import { itemKey, keptPayload } from '../item/call';
import { schemaHashOf } from '../item/shape';
import type { ItemRow } from '../view';

type Recording = Pick<WriteContext, 'services' | 'storeId' | 'now'>;

/** The outcome of the trial of a call, as far as its item keeps it. */
interface TrialOutcome extends Pick<Rehearsal, 'preview' | 'reservedIds' | 'readRevs'> {
  readonly writes: readonly string[];
  readonly buildsOn: readonly number[];
}

/** Makes the row of the item that keeps a call until its turn. @param keeping the forms in which the parts of the call are kept */
export function itemOfCall(
  { services, storeId, now }: Recording,
  { principal, mutation, payload, deferBump, expectedRev }: UnkeyedCall,
  { id, ...place }: Pick<ItemRow, 'id' | 'proposalId' | 'seq'>,
  { preview, reservedIds, readRevs, writes, buildsOn }: TrialOutcome,
  keeping: Pick<Keeping, 'payload' | 'preview'>,
) {
  return {
    ...{ id, ...place, reservedIds, readRevs, writes, buildsOn },
    command: mutation.id,
    ...keptPayload(services.secretBox, mutation, keeping, { storeId, itemId: id, payload }),
    objects: idsOfKind(OBJECTS, mutation.payload, payload),
    broughtBytes: bytesOfFiles(mutation.files ?? {}, payload),
    broughtBy: principal.id,
    uploads: idsOfKind(UPLOADS, mutation.payload, payload),
    key: itemKey(id),
    deferBump: deferBump ?? false,
    expectedRev: expectedRev ?? null,
    schemaHash: schemaHashOf(mutation),
    hashManner: HASH_MANNER,
    preview: keeping.preview(preview),
    recordedAt: now.toISOString(),
  };
}

/**
 * The hash of a proposal with one more item. It is keyed: whoever knows the call could try out of a digest what the preview says was there
 * before.
 * @param hash of the proposal before @param preview of the item, unsealed
 */
export function hashWith(
  { services }: Pick<Recording, 'services'>,
  hash: string,
  { command, payload }: Pick<ItemRow, 'command' | 'payload'>,
  preview: Preview,
): string {
  const hashed = canonicalJson([hash, command, payload, preview.hash]);
  return services.digests.fingerprint(hashed, 'proposal').toString('hex');
}
