import { Drawn } from '../../src/storefront/read/drawn';

test('a page is drawn once for what it is made of, and those that were asked for longest ago make room', () => {
  const drawn = new Drawn(10);
  const made: string[] = [];
  const ask = (digest: string) =>
    drawn.of(digest, () => {
      made.push(digest);
      return digest.repeat(4);
    });
  expect([ask('a'), ask('b'), ask('a')]).toEqual(['aaaa', 'bbbb', 'aaaa']);
  expect(made).toEqual(['a', 'b']);
  ask('c');
  ask('a');
  expect(made).toEqual(['a', 'b', 'c']);
  ask('b');
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('a page that is larger than all room is drawn each time, and takes none of it', () => {
  const drawn = new Drawn(3);
  let made = 0;
  const large = () =>
    drawn.of('x', () => {
      made += 1;
      return 'xxxx';
    });
  large();
  large();
  expect(made).toBe(2);
  expect(drawn.of('y', () => 'yyy')).toBe('yyy');
  expect(drawn.of('y', () => 'other')).toBe('yyy');
});
