import { limits } from '../../src/sandbox/driver/limits';
import { Places } from '../../src/sandbox/driver/places';

/** Workspaces of a store take all that they get. @returns the calls that give it back */
function filled(places: Places, store: string): (() => void)[] {
  const taken: (() => void)[] = [];
  for (let workspace = 0; workspace < 9; workspace += 1)
    for (let nth = 0; nth < limits.execsOfWorkspace; nth += 1)
      try {
        taken.push(places.enter(store, `${store}/${workspace}`));
      } catch {
        return taken;
      }
  return taken;
}

test('a store that takes all places it gets leaves some to the next one, and that one to others', () => {
  const places = new Places();
  const counts = ['a', 'b', 'c', 'd'].map((store) => filled(places, store).length);
  expect(counts).toEqual([32, 16, 8, 4]);
});

test('places that are given back are free again, for their workspace and for others', () => {
  const places = new Places();
  const eight = Array.from({ length: limits.execsOfWorkspace }, () => places.enter('a', 'a/1'));
  expect(() => places.enter('a', 'a/1')).toThrow(expect.objectContaining({ fault: 'too_many_execs' }));
  places.enter('a', 'a/2')();
  for (const leave of eight) leave();
  expect(filled(places, 'b')).toHaveLength(limits.execsOfHost / 2);
});
