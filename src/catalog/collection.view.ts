import { id, line, nullable, object, oneOf, rev, t, time } from '../kernel/schema';

/** As many as fit a request body of 1 MiB several times over: each is audited before and after. */
export const MEMBERS_MAX = 5000;

export const collectionTitle = line(200);
export const collectionDescription = nullable(t.String({ maxLength: 20_000 }));

const listed = {
  id: id('col'),
  rev: rev(),
  status: oneOf(['active', 'archived']),
  title: t.String(),
  handle: t.String(),
  description: nullable(t.String()),
  productCount: t.Integer({ description: 'Members, archived products included.' }),
  createdAt: time(),
  updatedAt: time(),
};

export const listedCollectionSchema = object(listed);
export const collectionSchema = object({
  ...listed,
  productIds: t.Array(id('prd'), { description: 'Members in their manual order, as setProducts takes them.' }),
});

export interface CollectionRow {
  readonly id: string;
  readonly rev: number;
  readonly status: 'active' | 'archived';
  readonly title: string;
  readonly handle: string;
  readonly description: string | null;
  readonly productCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The collection as previews and audit rows compare it. */
export const collectionSnapshot = ({ title, handle, description, status }: CollectionRow) => ({
  title,
  handle,
  description,
  status,
});
