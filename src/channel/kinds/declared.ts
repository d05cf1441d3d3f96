import { brandCreate } from '../brand/declaration';
import { catalogPull } from '../import/declaration';

/** What a job of each kind is given, and what it keeps of where it stands. */
export const declaredKinds = [catalogPull, brandCreate] as const;
