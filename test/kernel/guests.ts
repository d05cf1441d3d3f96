import { isolate } from '../../migrations/isolation';
import { type Command, command } from '../../src/kernel/declaration/command';
import type { MutationContext } from '../../src/kernel/declaration/context';
import { entity } from '../../src/kernel/declaration/entity';
import { job } from '../../src/kernel/declaration/job';
import { readRoute } from '../../src/kernel/declaration/route';
import { subject } from '../../src/kernel/declaration/subject';
import { Refusal, refuse } from '../../src/kernel/errors';
import { newId } from '../../src/kernel/ids';
import { expectedRev, id, label, nullable, object, oneOf, personal, t } from '../../src/kernel/schema/schema';
import type { Site } from '../surfaces/site';
import { registryWith } from '../world/world';

/*
 * Persons as no capability of the build has them yet: guests of a house, and every way in which what is said of them could stay behind.
 */

const labelled = label('Ad', 'Name');
export const name = personal(labelled(t.String()));
export const phone = nullable(personal(labelled(t.String())));
const guestId = labelled(id('gst'));
const guestFields = { name, phone, city: labelled(t.String()) };
/** No identifier is shown by a name here. */
const nameless = { titleOf: (id: string) => id };
/** Holds data of a person, and is not all of it. */
const home = nullable(labelled(object({ street: name })));
export const guest = entity('guest', labelled(object({ ...guestFields, name: nullable(name), home })), {
  person: 'id',
  titles: nameless,
});
export const stay = entity('stay', labelled(object({ guestId, sharedWith: labelled(nullable(t.String())), name })), {
  person: 'guestId',
  titles: nameless,
});

interface Guest {
  readonly name: string | null;
  readonly phone: string | null;
  readonly home: { readonly street: string } | null;
  readonly city: string;
  readonly rev: number;
}

const lockGuest = async ({ tx, storeId }: MutationContext, guestId: string): Promise<Guest> => {
  const [row] = await tx.query<Guest>(
    'SELECT name, phone, home, city, rev FROM guest WHERE store_id = $1 AND id = $2 FOR UPDATE',
    [storeId, guestId],
  );
  return row ?? refuse('not_found', 'There is no such guest.');
};
const saveGuest = (
  { tx, storeId }: MutationContext,
  guestId: string,
  { name, phone, home, city }: Omit<Guest, 'rev'>,
) =>
  tx.query(
    'UPDATE guest SET name = $3, phone = $4, home = $5, city = $6, rev = rev + 1 WHERE store_id = $1 AND id = $2',
    [storeId, guestId, name, phone, home && JSON.stringify(home), city],
  );
const INSERT = 'INSERT INTO guest (store_id, id, name, phone, city) VALUES ($1, $2, $3, $4, $5)';
const answered = ({ name, phone, city }: Guest) => ({ name, phone, city });
const shown = (guest: Guest) => ({ ...answered(guest), home: guest.home });
const declared = {
  label: { tr: 'Misafir', en: 'Guest' },
  summary: 'Guests of a house.',
  policy: 'propose',
  scope: 'orders:write',
} as const;
const result = object({ id: guestId, name: nullable(name), phone, city: t.String() });

/** The same of one who claims that nobody is quoted. */
export const CLAIMED = 'İddia ';
/** A guest who begins so is refused in words that quote everybody. */
export const QUOTED = 'Reddet ';
const quoting = (...names: readonly (string | null)[]): Refusal =>
  new Refusal('invalid_state', `${names.join(' and ')} do not get along.`, {
    errors: [{ pointer: '/name', message: `is not ${names.join()}`, facts: { names } }],
    facts: { names },
  });
function refuseQuoting(...names: readonly (string | null)[]): never {
  throw quoting(...names);
}

export const create = command({
  ...declared,
  id: 'guest.create',
  payload: object(guestFields),
  result,
  refuses: ['invalid_state'],
  example: { name: 'Ayşe', phone: null, city: 'İzmir' },
  irreversible: true,
  async run({ payload, tx, storeId, newId, record }) {
    const id = newId('gst');
    const { name, phone, city } = payload;
    await tx.query(INSERT, [storeId, id, name, phone, city]);
    record('guest', id, null, { name, phone, city });
    return { id, ...payload };
  },
  async runMany({ tx, storeId }, items) {
    const answers = [];
    for (const { payload, newId, record } of items) {
      const { name, phone, city } = payload;
      if (name.startsWith(QUOTED)) answers.push(quoting(name));
      else {
        const id = newId('gst');
        await tx.query(INSERT, [storeId, id, name, phone, city]);
        record('guest', id, null, { name, phone, city });
        answers.push({ id, ...payload });
      }
    }
    return answers;
  },
});
export const update = command({
  ...declared,
  id: 'guest.update',
  payload: object({ guestId, name: t.Optional(name), phone: t.Optional(phone), home: t.Optional(home), expectedRev }),
  result,
  refuses: ['not_found', 'rev_conflict', 'invalid_state'],
  example: { guestId: newId('gst'), name: 'Ayşe' },
  subject: subject('guest', 'guestId'),
  async run(context) {
    const { guestId, expectedRev: _, ...patch } = context.payload;
    const before = await lockGuest(context, guestId);
    context.guardRev(guestId, before.rev);
    if ([before.name, patch.name].some((each) => each?.startsWith(QUOTED)))
      refuseQuoting(before.name, patch.name ?? null);
    if (patch.name?.startsWith(CLAIMED))
      refuse('invalid_state', `${patch.name} is one.`, { facts: {}, quotesNobody: true });
    const after = { ...before, ...patch };
    await saveGuest(context, guestId, after);
    if (patch.name !== before.name) context.record('guest', guestId, shown(before), shown(after));
    const { name, phone, home } = before;
    // Who has been forgotten is given no name by an undo either.
    if (name !== null) context.inverse('guest.update', { guestId, name, phone, home });
    return { id: guestId, ...answered(after) };
  },
});
export const anonymize = command({
  ...declared,
  id: 'guest.anonymize',
  flags: ['destructive'],
  irreversible: true,
  forgets: 'guest',
  payload: object({ guestId }),
  result: object({ id: guestId }),
  refuses: ['not_found'],
  example: { guestId: newId('gst') },
  async run(context) {
    const { guestId } = context.payload;
    const before = await lockGuest(context, guestId);
    const after = { ...before, name: null, phone: null, home: null };
    await saveGuest(context, guestId, after);
    context.record('guest', guestId, shown(before), shown(after));
    context.forget(guestId);
    return { id: guestId };
  },
});
/** Names a person that it is not itself, and a second one. */
const book = command({
  ...declared,
  id: 'stay.book',
  payload: object({ guestId, sharedWith: t.Optional(guestId), name }),
  result: object({ id: t.String(), name }),
  refuses: [],
  example: { guestId: newId('gst'), name: 'Ayşe' },
  irreversible: true,
  async run({ payload, newId, record, about }) {
    const id = newId('sta');
    const { guestId, sharedWith = null, name } = payload;
    record('stay', id, null, { guestId, sharedWith, name });
    if (sharedWith) about([sharedWith]);
    return { id, name };
  },
});
/** Says a name where it is told to. */
const greeting = job<{ storeId: string; name?: string }, void, { storeId: string; name: string; in: string }>({
  name: 'greeting',
  kind: 'greeting',
  label: ({ name, ...where }) => ({ tr: 'Selam', en: where.in === 'label' ? `Greets ${name}` : 'Greeting' }),
  input: ({ storeId, name, ...where }) => ({ storeId, ...(where.in === 'input' && { name }) }),
  row: () => 'x',
  labels: ({ storeId, name, ...where }) => ({ StoreId: storeId, ...(where.in === 'labels' && { Actor: name }) }),
  summary: ({ name, ...where }) => (where.in === 'summary' ? `greets ${name}` : 'greets'),
});
const greetingPlaces = ['input', 'update', 'label', 'labels', 'summary'] as const;
const inPlace = labelled(oneOf(greetingPlaces));
const greet = command({
  ...declared,
  id: 'guest.greet',
  payload: object({ guestId, name: t.Optional(name), in: inPlace }),
  result: object({ name: t.Optional(name) }),
  refuses: [],
  example: { guestId: newId('gst'), name: 'Ayşe', in: 'summary' },
  irreversible: true,
  async run(context) {
    const { payload, storeId, effects, about, record } = context;
    about([payload.guestId]);
    const name = payload.name ?? ((await lockGuest(context, payload.guestId)).name as string);
    const facts = { storeId, name, in: payload.in };
    if (payload.in === 'update') effects.updateWorkflow(greeting, facts, 'greetAgain', { of: [name] });
    else effects.startWorkflow(greeting, facts);
    // Where the answer does not say the name, a change does, or nothing but the row.
    if (payload.in === 'label') record('guest', payload.guestId, { name }, { name: null });
    return payload.in === 'summary' || payload.in === 'labels' ? { name } : {};
  },
});
/** Its route is its only door. */
const rename = command({
  ...declared,
  id: 'guest.rename',
  route: { http: 'PUT /v1/guests/{guestId}/name' },
  payload: object({ guestId, name }),
  result: object({ id: guestId }),
  refuses: ['not_found'],
  example: { guestId: newId('gst'), name: 'Ayşe' },
  async run(context) {
    const { guestId, name } = context.payload;
    const before = await lockGuest(context, guestId);
    await saveGuest(context, guestId, { ...before, name });
    context.record('guest', guestId, shown(before), shown({ ...before, name }));
    if (before.name !== null) context.inverse('guest.update', { guestId, name: before.name });
    return { id: guestId };
  },
});
/** Ends what it does not say that it ends. */
const vanish = command({
  ...declared,
  id: 'guest.vanish',
  payload: object({ guestId }),
  result: object({}),
  refuses: [],
  example: { guestId: newId('gst') },
  irreversible: true,
  async run({ payload, forget }) {
    forget(payload.guestId);
    return {};
  },
});
/** The product alone does so. */
export const evict = command({
  ...declared,
  id: 'guest.evict',
  runtimeOnly: true,
  payload: object({ guestId }),
  result: object({}),
  refuses: ['not_found', 'invalid_state'],
  example: { guestId: newId('gst') },
  subject: subject('guest', 'guestId'),
  irreversible: true,
  async run(context) {
    const { guestId } = context.payload;
    const { name, rev } = await lockGuest(context, guestId);
    context.guardRev(guestId, rev);
    return refuseQuoting(name);
  },
});
const find = readRoute({
  ...declared,
  policy: 'read',
  scope: 'orders:read',
  id: 'guests.find',
  http: 'POST /v1/guests/find',
  body: object({ name }),
  result: object({}),
  refuses: [],
  example: { body: { name: 'Ayşe' } },
  audited: true,
  run: async () => ({}),
});
const guests = [create, update, anonymize, book, greet, rename, vanish, evict, find] as unknown as readonly Command[];
export const guestCapabilities = registryWith(guests, [guest, stay]);

/** The table of guests, which no migration knows. */
export const makeGuestTable = (site: Pick<Site, 'rows'>) =>
  site.rows(`
    CREATE TABLE guest (
      store_id text NOT NULL, id text NOT NULL, rev integer NOT NULL DEFAULT 1, name text, phone text, home jsonb, city text NOT NULL,
      PRIMARY KEY (store_id, id));
    ${isolate('guest')}`);
