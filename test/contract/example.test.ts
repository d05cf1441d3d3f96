import { payloadOf } from '../../src/kernel/declaration/doors';
import type { Capability, Route } from '../../src/kernel/declaration/route';
import { registry } from '../../src/registry';
import { accepts, exampleOf } from './call';

describe('an example', () => {
  const all: readonly Capability[] = [...registry.commands, ...registry.routes];

  test('fits what it is an example of', () => {
    expect(all.filter((each) => !accepts(each, exampleOf(each))).map(({ id }) => id)).toEqual([]);
  });

  test('is there for whatever takes an input', () => {
    const takesInput = ({ params, query, body }: Route): boolean =>
      [params, query, body].some((schema) => Object.keys((schema as { properties?: object })?.properties ?? {}).length);
    const missing = registry.routes.filter((each) => takesInput(each) && Object.keys(exampleOf(each)).length === 0);
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  test('of a route says what the one of its command says', () => {
    const doors = registry.routes.flatMap((route) => ('command' in route ? [route] : []));
    expect(doors.length).toBeGreaterThan(5);
    for (const { id, command, door, example } of doors.filter(({ command }) => !command.files)) {
      const { params, query, body } = example as { params: Record<string, string>; query?: object; body: unknown };
      expect([id, payloadOf(door, { params, query: { ...query }, body })]).toEqual([id, command.example]);
    }
  });
});
