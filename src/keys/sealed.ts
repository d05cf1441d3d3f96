import { sealedCodes } from '../catalog/digital/sealed-store';
import { sealedSecrets } from '../extension/secret/sealed-store';
import type { SealedColumn } from '../kernel/personal/sealed-column';
import { sealedPersonalKeys } from '../kernel/personal/sealed-keys-store';
import { sealedPayloads } from '../proposal/item/sealed-store';
import { sealedOutputs } from '../workspace/activity/sealed-store';

/** Everything that stores have sealed. A test holds it against what the tables say of themselves. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedPersonalKeys,
  sealedSecrets,
  sealedCodes,
  sealedPayloads,
  sealedOutputs,
];
