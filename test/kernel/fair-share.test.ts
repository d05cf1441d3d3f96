import { FairShare } from '../../src/kernel/database/fair-share';

describe('places are shared among stores', () => {
  const opened: FairShare[] = [];
  const share = (patienceMs = 60_000) => {
    const places = new FairShare({ capacity: 10, patienceMs });
    opened.push(places);
    return places;
  };
  // Whoever still waits would be refused a minute later, in the middle of another test file.
  afterEach(() => {
    for (const places of opened.splice(0)) places.close();
  });

  const takeMany = (places: FairShare, storeId: string, count: number) =>
    Array.from({ length: count }, () => places.take(storeId));

  test('one store holds at most its share, however much it asks for; another is served at once', () => {
    const places = share();
    const greedy = takeMany(places, 'greedy', 100);
    expect(greedy.filter((turn) => turn === undefined)).toHaveLength(6);
    expect(places.take('modest')).toBeUndefined();
  });

  test('a place is kept for what every call begins with', () => {
    const places = share();
    takeMany(places, 'first', 6);
    expect(takeMany(places, 'second', 6).filter((turn) => turn === undefined)).toHaveLength(3);
    expect(places.take()).toBeUndefined();
  });

  test('those who wait take turns by store, and within a store in the order in which they came', async () => {
    const places = share();
    takeMany(places, 'first', 5);
    takeMany(places, 'second', 4);
    const order: string[] = [];
    const queue = (storeId: string, name: string) => places.take(storeId)?.then(() => order.push(name));
    for (const [storeId, name] of [
      ['first', 'first 1'],
      ['first', 'first 2'],
      ['first', 'first 3'],
      ['second', 'second 1'],
      ['third', 'third 1'],
    ] as const)
      queue(storeId, name);
    for (let freed = 0; freed < 5; freed += 1) {
      places.giveBack('first');
      await new Promise(setImmediate);
    }
    expect(order).toEqual(['first 1', 'second 1', 'third 1', 'first 2', 'first 3']);
  });

  test('who waits in vain is told when to come back, and leaves the place to the next', async () => {
    const places = share(20);
    takeMany(places, 'first', 6);
    await expect(places.take('first')).rejects.toMatchObject({
      code: 'unavailable',
      options: { retryAfterSeconds: expect.any(Number) },
    });
    places.giveBack('first');
    expect(places.take('first')).toBeUndefined();
  });

  test('too many who wait are refused at once', async () => {
    const places = share();
    const turns = takeMany(places, 'first', 507);
    await expect(turns.at(-1)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('nobody is refused after the places are closed', async () => {
    const places = share(20);
    const settled = jest.fn();
    for (const turn of takeMany(places, 'first', 8)) turn?.then(settled, settled);
    places.close();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(settled).not.toHaveBeenCalled();
  });
});
