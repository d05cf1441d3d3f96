import type { Role } from '../../src/kernel/declaration/roles';
import { newId } from '../../src/kernel/ids';
import type { OwnerSession, Site } from '../surfaces/site';

export interface Person {
  readonly id: string;
  readonly session: OwnerSession;
}

/** Somebody who has joined the store, with an open session and the password of its owner. */
export async function personOf(site: Site, role: Role): Promise<Person> {
  const id = newId('own');
  await site.rows(
    `WITH made AS (INSERT INTO login (id, password_hash, password_set_at)
       SELECT $1, l.password_hash, now() FROM login l JOIN owner_account o ON o.login_id = l.id WHERE o.id = $5 RETURNING id)
     INSERT INTO owner_account (id, store_id, email, joined_at, role, login_id)
     SELECT $1, $2, $3, now(), $4, id FROM made RETURNING id`,
    [id, site.world.storeId, `${id}@example.com`, role, site.world.owner.id],
  );
  return { id, session: await sessionOf(site, id) };
}

/** Another open session of a person of the store. */
export const sessionOf = (site: Site, id: string): Promise<OwnerSession> =>
  site.session({ ...site.world, owner: { ...site.world.owner, id } });
