import { idsIn } from '../../kernel/database/footprint';
import type { Transaction } from '../../kernel/database/queryable';
import type { Entity } from '../../kernel/declaration/entity';
import { fieldOf, placeOf, saidOf } from '../../kernel/schema/meaning';
import { referencesIn } from '../../kernel/table/references';
import type { Change } from '../../kernel/trace/change';
import { farFrom, type TooFar } from './drift';

/** Changes that may say what those are called that the store does not have. */
type Elsewhere = (ids: readonly string[]) => Promise<readonly Change[]>;

/**
 * Says why a change is too far, for people: fields by their labels, things by their titles.
 * @param elsewhere the changes of a proposal: its items create things that the store does not have
 */
export async function reasonOf(
  entities: readonly Entity[],
  tx: Transaction,
  storeId: string,
  { name, percent, percentMax, origin, since }: TooFar,
  elsewhere?: Elsewhere,
): Promise<string> {
  const ids = [...idsIn([name.id, origin])];
  const titles = await referencesIn({ entities, changes: [], ids }, tx, storeId, elsewhere);
  const text = `The ${labelled(entities, name)} of ${name.id} would be ${farFrom(percent, percentMax)} away from what ${origin} at the beginning of the ${since}; the token may change it by ${percentMax} %.`;
  return text.replace(new RegExp(ids.join('|'), 'g'), (id) =>
    titles[id] === undefined ? id : `${titles[id]} (${id})`,
  );
}

/** Names the field of a thing for people. The prefix of the thing's identifier tells its kind. */
function labelled(entities: readonly Entity[], { id, field }: TooFar['name']): string {
  const kind = entities.find(({ titles }) => 'find' in titles && id.startsWith(`${titles.prefix}_`));
  const names = field.split('/').filter((name) => !/^\d+$/.test(name));
  const place = names.reduce((within, name) => fieldOf(within, name), placeOf(kind?.schema));
  return saidOf(place, field);
}
