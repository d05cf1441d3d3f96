import { momentBy } from '../../kernel/database/clock-store';
import { inTime } from '../job/in-time';
import type { JobDependencies } from '../job/steps';

/** Reads the moment before a marketplace is asked, by the clock of Postgres: it dates what the answer shows. */
export const momentBefore = ({ database }: Pick<JobDependencies, 'database'>, storeId: string): Promise<string> =>
  inTime(momentBy(database.reader(storeId)));
