import { brandCreate } from '../brand/declaration';
import { catalogPull } from '../import/declaration';

/** The declarations of the kinds: the input of their jobs, and the progress that they keep. */
export const declaredKinds = [catalogPull, brandCreate] as const;
