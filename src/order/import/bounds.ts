import { Faults } from '../../kernel/errors';
import { isAhead, PIECES_MAX } from '../../provider/reading';
import type { ImportHead, PackagePayload } from '../package/payload';

interface Stated {
  readonly head: Pick<ImportHead, 'orderedAt'>;
  readonly packages: readonly Pick<PackagePayload, 'packageId' | 'modifiedAt' | 'lines'>[];
}

/**
 * Refuses an order of too many pieces, a package that is named twice, and times to come: news of later would be held for old, so the order
 * would stand still.
 * @throws {Refusal} invalid_request
 */
export function assertWithinBounds({ head, packages }: Stated): void {
  const faults = new Faults();
  const future = (pointer: string, at: string): void => {
    if (isAhead(Date.parse(at))) faults.add('invalid_request', pointer, 'is in the future');
  };
  future('/orderedAt', head.orderedAt);
  const seen = new Set<string>();
  for (const [at, { packageId, modifiedAt }] of packages.entries()) {
    future(`/packages/${at}/modifiedAt`, modifiedAt);
    if (seen.has(packageId)) faults.add('invalid_request', `/packages/${at}/packageId`, 'is named twice');
    seen.add(packageId);
  }
  const pieces = packages.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
  if (pieces > PIECES_MAX)
    faults.add('invalid_request', '/packages', `have ${pieces} pieces, and an order has at most ${PIECES_MAX}`);
  faults.refuse();
}
