import fc from 'fast-check';
import { limitsOf, withinBudget } from '../../src/channel/provider/budget';
import { BEGIN_MS, countRequest, giveBack, type Slots, takeBudget } from '../../src/channel/provider/budget-store';
import { CALL_MS } from '../../src/provider/deadlines';
import type { Guard } from '../../src/provider/guarded';
import { runsOf } from '../world/runs';
import { createWorld, type World } from '../world/world';

jest.setTimeout(300_000);

const GROUP = { name: 'orders', operations: ['packages'], per10Seconds: 2, perMinute: 5 } as const;
const SPANS = limitsOf(GROUP, 50);

/** A request of one process, by the ms that each part of it takes. */
const requests = fc.array(
  fc.record({
    /** After the one before was asked for. */
    afterMs: fc.oneof(fc.constant(0), fc.nat(4_000), fc.nat(20_000)),
    beginsMs: fc.nat(BEGIN_MS - 50),
    travelsMs: fc.oneof(fc.nat(300), fc.nat(CALL_MS - BEGIN_MS)),
    answerMs: fc.nat(2_000),
    end: fc.constantFrom('answered', 'answered', 'killed before it began', 'killed', 'answer lost'),
  }),
  { minLength: 4, maxLength: 24 },
);

describe('the budget of a marketplace beside processes that are killed', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());
  const books = () => world.platform.services.bookkeeping(world.storeId);
  let run = 0;

  test('no more requests arrive within a span than its limit says', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (asked) => {
        run += 1;
        const of = { storeId: world.storeId, extension: `model-${run}`, group: GROUP.name };
        const clock = clockOf(world, of.extension);
        const events: { readonly at: number; happen(): Promise<void> }[] = [];
        const arrivals: number[] = [];
        let at = 0;
        const later = (inMs: number, happen: () => Promise<void>): void => {
          events.push({ at: clock.now() + inMs, happen });
        };
        for (const { afterMs, ...request } of asked) {
          at += afterMs;
          events.push({ at, happen: () => ask(request) });
        }
        const ask = async (request: Omit<(typeof asked)[number], 'afterMs'>): Promise<void> => {
          const grant = await takeBudget(books(), of, SPANS);
          if (!grant.granted || request.end === 'killed before it began') return;
          const granted = clock.granted(grant.slots);
          later(request.beginsMs, async () => {
            later(request.travelsMs, async () => void arrivals.push(clock.now()));
            if (request.end === 'killed') return;
            later(request.travelsMs + request.answerMs, async () =>
              countRequest(books(), of, request.end === 'answered' ? await clock.aged(granted) : undefined, false),
            );
          });
        };
        for (let next = earliest(events); next; next = earliest(events)) {
          await clock.advanceTo(next.at);
          await next.happen();
        }
        for (const { seconds, requests: most } of SPANS)
          for (const from of arrivals)
            expect(arrivals.filter((each) => each >= from && each < from + seconds * 1_000).length).toBeLessThanOrEqual(
              most,
            );
      }),
      { numRuns: runsOf(80) },
    );
  });

  test('a slot is free again a span after the answer, and not before', async () => {
    const of = { storeId: world.storeId, extension: 'model-answered', group: GROUP.name };
    const clock = clockOf(world, of.extension);
    const one = [{ seconds: 10, requests: 1 }] as const;
    const grant = await takeBudget(books(), of, one);
    if (!grant.granted) throw new Error('the first one is granted');
    const granted = clock.granted(grant.slots);
    await clock.advanceTo(clock.now() + 9_000);
    await countRequest(books(), of, await clock.aged(granted), false);
    await clock.advanceTo(clock.now() + 8_000);
    expect(await takeBudget(books(), of, one)).toMatchObject({ granted: false });
    await clock.advanceTo(clock.now() + 2_000);
    expect(await takeBudget(books(), of, one)).toMatchObject({ granted: true });
    // What is given back by one that was late takes nothing from who has the slot since.
    await giveBack(books(), of, await clock.aged(granted));
    await clock.advanceTo(clock.now() + 11_000);
    expect(await takeBudget(books(), of, one)).toMatchObject({ granted: false });
  });

  test('a grant that comes too late to a process that slept is not used', async () => {
    let sleeps = 2;
    let asked = 0;
    const slow = {
      query: async (...query: Parameters<ReturnType<typeof books>['query']>) => {
        const answer = await books().query(...query);
        if (sleeps > 0 && query[0].includes('latest')) {
          sleeps -= 1;
          await new Promise((resolve) => setTimeout(resolve, BEGIN_MS + 50));
        }
        return answer;
      },
    } as ReturnType<typeof books>;
    const guard = (async () => {
      asked += 1;
    }) as unknown as Guard;
    const within = withinBudget(
      {
        ...{ books: slow, storeId: world.storeId, ext: 'model-slept', ofChannel: 50, urgency: 'urgent' as const },
        groups: [{ ...GROUP, per10Seconds: 3 }],
      },
      guard,
    );
    await within(async () => {}, AbortSignal.timeout(60_000), 'packages');
    expect([asked, sleeps]).toEqual([1, 0]);
  });
});

function earliest<Event extends { readonly at: number }>(events: Event[]): Event | undefined {
  events.sort((one, other) => one.at - other.at);
  return events.shift();
}

/** A clock that is moved by making what Postgres has noted older. What the machine takes passes as well. */
function clockOf(world: World, extension: string) {
  const from = performance.now();
  let moved = 0;
  const now = (): number => performance.now() - from + moved;
  return {
    now,
    granted: (slots: Slots) => ({ slots, at: moved }),
    /** The same slots as Postgres has noted them by now. */
    async aged({ slots, at }: { readonly slots: Slots; readonly at: number }): Promise<Slots> {
      const [row] = await world.database
        .reader(world.storeId)
        .query<{ until: string }>(`SELECT ($1::timestamptz - $2 * interval '1 ms')::text AS until`, [
          slots.until,
          moved - at,
        ]);
      return { ...slots, until: row?.until ?? '' };
    },
    async advanceTo(at: number): Promise<void> {
      const ms = Math.ceil(at - now());
      if (ms <= 0) return;
      await world.sql(
        `UPDATE channel_budget_slot SET used_at = used_at - ${ms} * interval '1 ms' WHERE extension = '${extension}' AND used_at > '-infinity'`,
      );
      moved += ms;
    },
  };
}
