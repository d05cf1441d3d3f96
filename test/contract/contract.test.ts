import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type Router from '@koa/router';
import { coreCommands } from '../../src/command/commands.list';
import { defaultScopes, scopeNames, scopes } from '../../src/kernel/declaration/scopes';
import { registry } from '../../src/registry';
import { openApiDocument } from '../../src/surfaces/openapi';
import { sessionPaths } from '../../src/surfaces/session-paths';
import { openSite, type Site } from '../surfaces/site';
import { expectGoldenFolder, filesByNoun } from './by-noun';
import contract from './catalog.json';

/** `UPDATE_GOLDEN=1` takes built entries off the list and lowers its count; nothing adds to it. */
const updating = process.env.UPDATE_GOLDEN === '1';
const listFile = path.join(__dirname, 'not-built.json');
const list = (): { atMost: number; capabilities: string[] } => JSON.parse(readFileSync(listFile, 'utf8'));

function shrink(to: readonly string[]): void {
  const capabilities = list().capabilities.filter((id) => to.includes(id));
  writeFileSync(listFile, `${JSON.stringify({ atMost: capabilities.length, capabilities }, null, 2)}\n`);
}

const commands = [...registry.commands, ...registry.runtimeCommands];
const ofAccount = registry.accountRoutes.flatMap((route) => ('command' in route ? [route.command] : []));
const built = new Set([...registry.routes, ...commands, ...ofAccount].map(({ id }) => id));
/** Names of routes that lead to what the envelope leads to as well. */
const twins = new Set(registry.commands.map(({ route }) => route?.id));
const promised = [...contract.routes, ...contract.commands].map(({ id }) => id);

describe('the contract', () => {
  test('has every declared route with its method, path and policy', () => {
    const routes = new Map(contract.routes.map((route) => [route.id, route]));
    const declared = registry.routes.map(({ id, http, policy }) => ({ id, http, policy }));
    const agreed = declared.map(({ id }) => {
      const route = routes.get(id);
      return { id, http: `${route?.method} ${route?.path}`, policy: route?.policy };
    });
    expect(declared).toEqual(agreed);
  });

  test('has every declared command with its scope, flags and opt-in', () => {
    const agreed = new Map(contract.commands.map((command) => [command.id, command]));
    const optIn: Record<string, string> = contract.developerOptIn;
    // What the product does by itself is no part of the contract, unless the contract names it.
    for (const { id, scope, flags, developerOptIn } of commands.filter(
      (each) => !each.runtimeOnly || agreed.has(each.id),
    )) {
      const { scope: agreedScope, flags: agreedFlags = [] } = agreed.get(id) ?? {};
      expect({ id, scope, flags: flags.toSorted(), developerOptIn }).toEqual({
        id,
        scope: agreedScope,
        flags: agreedFlags.toSorted(),
        developerOptIn: optIn[id],
      });
    }
  });

  test('lists its own commands for callers, each of them once it is built, and none beside them', () => {
    const listed = registry.commands.map(({ id }) => id);
    const byTheProduct = registry.runtimeCommands.map(({ id }) => id);
    const served = contract.commands.map(({ id }) => id).filter((id) => built.has(id) && !byTheProduct.includes(id));
    expect(listed).toEqual(served.toSorted());
  });

  test('agrees on scopes: session-only ones, those that no agent holds, and the defaults', () => {
    const sessionOnly = scopeNames.filter((scope) => scopes[scope].grantable_to === 'session');
    expect(sessionOnly.toSorted()).toEqual(contract.sessionOnlyScopes.toSorted());
    const neverAgent = scopeNames.filter((scope) => scopes[scope].grantable_to !== 'any');
    expect(neverAgent.toSorted()).toEqual(contract.neverAgentScopes.toSorted());
    expect(defaultScopes).toEqual(contract.defaultScopes);
    const named = new Set(contract.commands.map(({ scope }) => scope));
    for (const scope of named) expect(scopeNames).toContain(scope);
  });

  test('bounds every number of a query: one that Postgres cannot hold is refused, not asked with', () => {
    const numbers = registry.routes.flatMap(({ id, query }) =>
      Object.entries(
        (query as { properties?: Record<string, { type?: string; minimum?: number; maximum?: number }> }).properties ??
          {},
      )
        .filter(([, { type }]) => type === 'integer' || type === 'number')
        .map(([name, { minimum, maximum }]) => ({ id, name, bounded: minimum !== undefined && maximum !== undefined })),
    );
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.filter(({ bounded }) => !bounded)).toEqual([]);
  });

  test('names each thing once: a tool is named by the id alone', () => {
    expect(new Set(promised).size).toBe(promised.length);
  });

  test('is built, or says on a list that may only shrink what is not', () => {
    const missing = promised.filter((id) => !built.has(id));
    if (updating) shrink(missing);
    const { atMost, capabilities } = list();
    const done = capabilities.filter((id) => built.has(id));
    if (done.length > 0) throw new Error(`built: remove ${done.join(', ')} from ${listFile} (UPDATE_GOLDEN=1 does)`);
    const forgotten = missing.filter((id) => !capabilities.includes(id));
    if (forgotten.length > 0) throw new Error(`neither built nor listed as not built: ${forgotten.join(', ')}`);
    expect(capabilities).toHaveLength(atMost);
  });

  test('has a story of each capability under its id: what it is for, told by what it does', () => {
    const tests = path.join(__dirname, '..');
    const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
    const texts = files.map((file) => readFileSync(path.join(tests, file), 'utf8'));
    /** By a file of that name, or a describe of it beside others that belong together. */
    const isTold = (id: string): boolean =>
      files.some((file) => path.basename(file) === `${id}.test.ts`) ||
      texts.some((text) => text.includes(`describe('${id}'`));
    // A twin is another door to what its command tells.
    expect([...built].filter((id) => !isTold(id) && !twins.has(id))).toEqual([]);
  });
});

describe('the code', () => {
  const sources = path.join(__dirname, '../../src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  /** One folder a noun, named by the first word of the id in the singular. */
  const placesOf = (id: string): string[] => {
    const [noun] = id.split('.') as [string];
    return [noun, noun.replace(/s$/, '')].map((folder) => `${folder}/${id}.ts`);
  };
  const declared = [...built].filter((id) => !twins.has(id) || files.some((file) => placesOf(id).includes(file)));

  test('has each capability in the file and the folder that its id names', () => {
    expect(declared.filter((id) => !placesOf(id).some((place) => files.includes(place)))).toEqual([]);
    expect([...built].filter((id) => !declared.includes(id) && !twins.has(id))).toEqual([]);
    for (const id of declared) {
      const file = placesOf(id).find((place) => files.includes(place)) as string;
      expect(require(path.join(sources, file)).default.id).toBe(id);
    }
  });

  // They stand with the noun whose rows they read, so that no noun reads another one's: the name alone leads there.
  const readsOfAccount = registry.accountRoutes.filter((route) => !('command' in route)).map(({ id }) => id);
  const filesOf = (id: string): string[] => files.filter((file) => path.basename(file) === `${id}.ts`);

  test('has each read of the account in the one file that its id names', () => {
    expect(readsOfAccount.length).toBeGreaterThan(3);
    expect(readsOfAccount.filter((id) => filesOf(id).length !== 1)).toEqual([]);
    for (const id of readsOfAccount) expect(require(path.join(sources, filesOf(id)[0] as string)).default.id).toBe(id);
  });

  test('has no dotted name for anything else, and registers all that it declares', () => {
    const places = new Set([...declared.flatMap(placesOf), ...readsOfAccount.flatMap(filesOf)]);
    expect(files.filter((file) => path.basename(file).split('.').length > 2 && !places.has(file))).toEqual([]);
    const declaring = files.filter((file) =>
      /^export default (command|readRoute|fileRoute)\(|: EnvelopeRoute = /m.test(
        readFileSync(path.join(sources, file), 'utf8'),
      ),
    );
    expect(declaring.filter((file) => !places.has(file))).toEqual([]);
  });
});

describe('the golden files', () => {
  const golden = (name: string): string => path.join(__dirname, '../golden', name);

  test('catalog.txt shows what a change does to the interface', () => {
    const lines = [
      ...registry.routes.map(({ id, http, policy, scope }) => ['route', id, policy, scope ?? '-', '-', http]),
      ...commands.map(({ id, policy, scope, flags, runtimeOnly }) => [
        'command',
        id,
        runtimeOnly ? 'runtime' : policy,
        scope ?? '-',
        flags.join('+').replaceAll(' ', '-') || '-',
        '-',
      ]),
    ].map((columns) => columns.join(' '));
    const text = `${lines.toSorted().join('\n')}\n`;
    if (updating) writeFileSync(golden('catalog.txt'), text);
    // A difference that is meant: UPDATE_GOLDEN=1 npx jest test/contract
    expect(text).toBe(readFileSync(golden('catalog.txt'), 'utf8'));
  });

  test('openapi shows what a change does to schemas, refusals, units and names, a file for each noun', () => {
    const document = openApiDocument({
      capabilities: registry,
      version: '0',
      extraPaths: sessionPaths,
    });
    const ids = registry.commands.map(({ id }) => id);
    const files = filesByNoun(document, ids);
    // A difference that is meant: UPDATE_GOLDEN=1 npx jest test/contract
    expectGoldenFolder(golden('openapi'), files);
    const parts = [...files.values()].map((text) => JSON.parse(text) as { paths?: object; schemas?: object });
    const together = { paths: parts.map(({ paths }) => paths), schemas: parts.map(({ schemas }) => schemas) };
    expect(Object.assign({}, ...together.paths)).toEqual(document.paths);
    expect(Object.assign({}, ...together.schemas)).toEqual((document.components as { schemas: object }).schemas);
  });

  test('core-commands.txt is frozen within /v1 and no switch rewrites it', () => {
    expect(`${coreCommands.join('\n')}\n`).toBe(readFileSync(golden('core-commands.txt'), 'utf8'));
  });
});

describe('the running API', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  test('serves nothing under /v1 that is neither declared nor excluded', () => {
    const routers = site.api.app.middleware.flatMap((middleware) => (middleware as { router?: Router }).router ?? []);
    expect(routers.length).toBeGreaterThan(0);
    const served = routers.flatMap(({ stack }) =>
      stack.flatMap(({ methods, path: pattern }) =>
        methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${pattern}`),
      ),
    );
    const declared = registry.routes.map(({ http }) => http.replaceAll(/\{(\w+)\}/g, ':$1'));
    expect(declared.filter((http) => !served.includes(http))).toEqual([]);
    const excluded = contract.excludedPrefixes
      .filter((prefix) => prefix.startsWith('/v1/'))
      .map((prefix) => new RegExp(`^[A-Z]+ ${prefix.replaceAll(/\{\w+\}|<\w+>/g, '[^/]+')}`));
    const undeclared = served
      .filter((http) => / \/v1(\/|$)/.test(http) && !declared.includes(http))
      .filter((http) => !excluded.some((prefix) => prefix.test(http)));
    expect(undeclared).toEqual([]);
  });

  test('shows anonymous callers the frozen core commands', async () => {
    const { body } = await site.call('GET', '/v1/commands');
    const shown = body.items.map(({ id }: { id: string }) => id);
    expect(shown).toEqual(coreCommands.filter((id) => !list().capabilities.includes(id)));
  });

  test('shows an authenticated caller the commands that its scopes allow', async () => {
    const { token } = await site.mint('developer', ['store:admin']);
    const { body } = await site.call('GET', '/v1/commands', { token });
    const allowed = registry.commands.filter(
      ({ policy, scope }) => policy !== 'owner' && (scope === null || scope === 'store:admin'),
    );
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(allowed.map(({ id }) => id));
    const owner = await site.call('GET', '/v1/commands', { session: await site.login() });
    expect(owner.body.items).toHaveLength(registry.commands.length);
  });
});
