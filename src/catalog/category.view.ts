import { id, line, nullable, object, oneOf, rev, t, time } from '../kernel/schema';

export const POSITION_MAX = 1_000_000;

export const categoryFields = {
  name: line(120),
  taksitCap: nullable(
    t.Integer({ minimum: 1, maximum: 12, description: 'Most instalments a card may pay in; null: no cap.' }),
  ),
  position: t.Integer({ minimum: 0, maximum: POSITION_MAX, description: 'Ascending order of display.' }),
};

export const categorySchema = object({
  id: id('cat'),
  rev: rev(),
  status: oneOf(['active', 'archived']),
  name: t.String(),
  taksitCap: nullable(t.Integer()),
  position: t.Integer(),
  createdAt: time(),
  updatedAt: time(),
});

export interface CategoryRow {
  readonly id: string;
  readonly rev: number;
  readonly status: 'active' | 'archived';
  readonly name: string;
  readonly taksitCap: number | null;
  readonly position: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The category as previews and audit rows compare it. */
export const categorySnapshot = ({ name, taksitCap, position, status }: CategoryRow) => ({
  name,
  taksitCap,
  position,
  status,
});
