import { label, object, oneOf, type Static, words } from '../../kernel/schema/schema';
import type { ShownRow } from '../../kernel/table/table';
import { owner } from './table';

const statuses = {
  active: ['etkin', 'active'],
  invited: ['davetli', 'invited'],
  expired: ['davetin süresi doldu', 'invitation expired'],
} as const;

export const ownerSchema = owner.label(
  object({
    ...owner.answers,
    status: label('Durum', 'Status')(oneOf(['active', 'invited', 'expired'], words(statuses))),
  }),
);

export interface ListedOwner extends ShownRow<typeof owner> {
  /** By the clock of Postgres. */
  readonly expired: boolean;
}

export const ownerView = ({ expired, ...row }: ListedOwner): Static<typeof ownerSchema> => ({
  ...row,
  status: row.joinedAt !== null ? 'active' : expired ? 'expired' : 'invited',
});
