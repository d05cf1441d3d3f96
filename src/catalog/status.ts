import { label, oneOf, risky, words } from '../kernel/schema/schema';

/** Whether a thing of the catalog is in use. */
export const catalogStatus = label(
  'Durum',
  'Status',
)(
  oneOf(['active', 'archived'], {
    ...words({ active: ['etkin', 'active'], archived: ['arşivde', 'archived'] }),
    ...risky({ archived: 'archives' }),
  }),
);
