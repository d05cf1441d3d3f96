import { httpDoor, toolDoor } from '../../src/kernel/call/stated';
import { denial } from '../../src/kernel/declaration/authority';
import { type Command, command, type RouteDoor } from '../../src/kernel/declaration/command';
import { contentSchema, exampleContent } from '../../src/kernel/declaration/content';
import { commandRoute, identityOf, locateThrough, payloadOf, requestOf } from '../../src/kernel/declaration/doors';
import type { Principal, PrincipalKind } from '../../src/kernel/declaration/principal';
import { buildRegistry } from '../../src/kernel/declaration/registry';
import { type Scope, scopeNames } from '../../src/kernel/declaration/scopes';
import { isEnveloped } from '../../src/kernel/declaration/traits';
import { expectedRev, object, propertiesOf, t } from '../../src/kernel/schema/schema';
import { exampleImage } from '../../src/media/image/example';
import { imageTypes, readImage } from '../../src/media/image/signature';
import { registry } from '../../src/registry';
import { operation } from '../../src/surfaces/openapi/operation';

const secretSet = registry.command('secret.set') as Command;
/** What a route does not have of its command: its code, and the form of its input. */
const own = ['kind', 'id', 'payload', 'first', 'run', 'runMany', 'route', 'example', 'redact', 'identity', 'files'];

describe('the route of a command', () => {
  const all = { ...secretSet, flags: ['destructive'], irreversible: true, awaitsEffects: true } as Command;
  const door: RouteDoor = { id: 'secrets.put', http: 'PUT /v1/secrets/{extension}' };
  const route = commandRoute(all, door);

  test('shares whatever its command declares', () => {
    const traits = Object.entries(all).filter(([name]) => !own.includes(name));
    expect(traits.map(([name]) => name)).toEqual(expect.arrayContaining(['developerOptIn', 'flags', 'irreversible']));
    expect(route).toMatchObject(Object.fromEntries(traits));
    for (const name of own.filter((each) => !['kind', 'id', 'example'].includes(each)))
      expect(route).not.toHaveProperty(name);
  });

  test('is for whom the command is for', () => {
    const principal = (kind: PrincipalKind, scopes: readonly Scope[]): Principal => ({
      kind,
      id: 'tok_1',
      storeId: 'str_1',
      scopes: new Set(scopes),
      workspaceId: null,
      expiresAt: null,
      limits: null,
    });
    const answers = (['owner', 'developer', 'agent'] as const).flatMap((kind) =>
      [[], scopeNames].map((scopes) => [denial(route, principal(kind, scopes)), denial(all, principal(kind, scopes))]),
    );
    expect(answers.map(([ofRoute]) => ofRoute?.code)).toEqual(answers.map(([, ofCommand]) => ofCommand?.code));
    expect(denial(route, principal('developer', ['secrets:write']))).toBeUndefined();
  });

  test('says in OpenAPI which token may call it', () => {
    const { description, security } = operation(route, registry.commands) as {
      description: string;
      security: object[];
    };
    expect(description).toContain('developer tokens with the scope `secrets:write`');
    expect(security).toContainEqual({ token: [] });
  });
});

const shared = {
  label: { tr: 'Yeniden adlandır', en: 'Rename' },
  summary: 'Rename something.',
  policy: 'owner',
  scope: null,
  refuses: [],
  result: object({}),
  run: async () => ({}),
} as const;
const rename = command({
  ...shared,
  refuses: [],
  id: 'thing.rename',
  payload: object({
    shop: t.String(),
    thingId: t.String(),
    name: t.String(),
    note: t.Optional(t.String()),
    expectedRev,
  }),
  example: { shop: 'a', thingId: 't_1', name: 'Yeni' },
  route: { http: 'PUT /v1/{shop}/things/{thg}', names: { thg: 'thingId' } },
});
const picture = { types: imageTypes, bytesMax: 1024, read: readImage, example: exampleImage };
const draw = command({
  ...shared,
  refuses: [],
  id: 'thing.draw',
  payload: object({ thingId: t.String(), file: contentSchema }),
  example: { thingId: 't_1', file: exampleContent },
  files: { file: picture },
  route: { http: 'POST /v1/things/{thingId}/picture', bytes: 'file', status: 201 },
});
const doorOf = ({ route }: Command): RouteDoor => route as RouteDoor;

describe('the input of a route', () => {
  test('is taken apart as the path says: what it names comes from there, all else from the body, the rev from a header', () => {
    const route = commandRoute(rename, doorOf(rename));
    expect([route.params, route.body].map((schema) => Object.keys(propertiesOf(schema)))).toEqual([
      ['shop', 'thg'],
      ['name', 'note'],
    ]);
    expect(route).toMatchObject({
      id: 'thing.rename',
      status: 200,
      example: { params: { thg: 't_1' }, body: { name: 'Yeni' } },
    });
    const request = { params: { shop: 'a', thg: 't_1' }, body: { name: 'Yeni' } };
    const payload = { shop: 'a', thingId: 't_1', name: 'Yeni' };
    expect(payloadOf(doorOf(rename), request)).toEqual(payload);
    expect(requestOf(doorOf(rename), payload)).toEqual(request);
  });

  test('has its names from the path, whatever a body says that nobody has read', () => {
    const params = { shop: 'a', thg: 't_1' };
    const named = { shop: 'a', thingId: 't_1' };
    expect(payloadOf(doorOf(rename), { params, body: { thingId: 't_2', shop: 'b' } })).toEqual(named);
    for (const body of [undefined, null, 'x', [1]]) expect(payloadOf(doorOf(rename), { params, body })).toEqual(named);
  });

  test('may be the bytes of one file', () => {
    const route = commandRoute(draw, doorOf(draw));
    expect(route).toMatchObject({ status: 201, accepts: { types: imageTypes, form: 'file' }, body: contentSchema });
    expect(route.example).toEqual({ params: { thingId: 't_1' } });
    const request = { params: { thingId: 't_1' }, body: exampleContent };
    expect(payloadOf(doorOf(draw), request)).toEqual(draw.example);
    expect(requestOf(doorOf(draw), draw.example)).toEqual(request);
  });

  test('is pointed into where it was sent', () => {
    const at = (of: Command, places = httpDoor) =>
      ['/thingId', '/name/0', '/file/type', '', 'expectedRev'].map(locateThrough(doorOf(of), places));
    expect(at(rename)).toEqual(['/path/thg', '/name/0', '/file/type', '', 'expectedRev']);
    expect(at(rename, toolDoor('/body'))).toEqual(['/thg', '/body/name/0', '/body/file/type', '/body', 'expectedRev']);
    expect(at(draw)).toEqual(['/path/thingId', '/name/0', '/type', '', 'expectedRev']);
  });
});

describe('two calls with one key are the same', () => {
  const enveloped: Command = { ...rename, route: { ...doorOf(rename), id: 'things.put' } };

  test('when their payloads are, and of a route alone when the parts of their requests are, as ever', () => {
    expect(identityOf(enveloped, rename.example)).toEqual(rename.example);
    expect(identityOf(rename, rename.example)).toEqual({ params: { shop: 'a', thg: 't_1' }, body: { name: 'Yeni' } });
  });

  test('wherever the bytes of a file are kept', () => {
    const { object: _, ...bytes } = exampleContent;
    expect(identityOf(draw, draw.example)).toEqual({ params: { thingId: 't_1' }, body: bytes });
    const elsewhere = { thingId: 't_1', file: { ...exampleContent, object: 'obj_2' } };
    expect(identityOf(draw, elsewhere)).toEqual(identityOf(draw, draw.example));
  });
});

describe('a build', () => {
  const built = (of: Command) => buildRegistry([of], []);

  test('tells by its route what the envelope knows', () => {
    const twin = { ...rename, route: { ...rename.route, id: 'things.put' } } as Command;
    expect([rename, twin, draw].map(isEnveloped)).toEqual([false, true, false]);
    expect(built(rename).command(rename.id)).toBeUndefined();
    expect(built(rename).mutation(rename.id)).toBe(rename);
    expect([built(twin).command(rename.id), built(twin).mutation(rename.id)]).toEqual([twin, twin]);
    const alone = { ...rename, route: undefined, runtimeOnly: true } as unknown as Command;
    expect([built(alone).command(rename.id), built(alone).mutation(rename.id)]).toEqual([undefined, undefined]);
  });

  test('fails of a door that cannot bring what its command needs', () => {
    const { files: _, ...fileless } = draw;
    const wrong: [said: RegExp, of: Command][] = [
      [/\{thg\} in its path/, { ...rename, route: { http: 'PUT /v1/things/{thg}' } }],
      [
        /names thx, which its path does not have/,
        { ...rename, route: { ...doorOf(rename), names: { thx: 'thingId', thg: 'thingId' } } },
      ],
      [
        /has no place for name/,
        { ...draw, payload: object({ thingId: t.String(), file: contentSchema, name: t.String() }) },
      ],
      [/bytes of file, which is no file/, fileless],
      [/only a route that is its one door/, { ...draw, route: { ...doorOf(draw), id: 'things.picture' } }],
      [/nobody may call it/, { ...rename, runtimeOnly: true }],
    ];
    for (const [said, of] of wrong) expect(() => built(of)).toThrow(said);
  });

  test('does not compile of a door to what no payload has, or that reads', () => {
    command({
      ...shared,
      refuses: [],
      id: 'thing.a',
      payload: object({ name: t.String() }),
      example: { name: 'a' },
      // @ts-expect-error: the payload has no such field
      route: { http: 'PUT /v1/{x}', names: { x: 'nome' } },
    });
    command({
      ...shared,
      refuses: [],
      id: 'thing.b',
      payload: object({}),
      example: {},
      // @ts-expect-error: what is read changes nothing
      route: { http: 'GET /v1/things' },
    });
  });
});
