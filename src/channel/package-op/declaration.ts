import { id, label, t } from '../../kernel/schema/schema';
import { importFields, packageFields } from '../../order/package/payload';
import { packageOpTerms } from '../contract/package-op';
import type { JobOf } from '../job/declaration';
import { onceKind } from '../job/once';
import { actSchema, packageOp } from './fields';

const packageIds = label(
  'Paketler',
  'Packages',
)(
  t.Array(t.String(), {
    description: 'The packages in which its pieces are now, as far as the marketplace shows them.',
  }),
);

/** Acts upon a package, once. */
export const packageActing = onceKind({
  name: 'package.op',
  terms: packageOpTerms,
  input: {
    orderId: label('Sipariş', 'Order')(id('ord')),
    orderNumber: importFields.externalNumber,
    packageId: packageFields.packageId,
    op: packageOp,
    act: actSchema,
  },
  counters: { packageIds },
  details: {},
  initial: { packageIds: [] },
  result: { fields: { packageIds }, of: ({ progress: { packageIds } }) => ({ packageIds }) },
});

export type ActingJob = JobOf<typeof packageActing>;
